/** The desk's CSS, inlined in each page. */
export const STYLE = `
:root{color-scheme:light dark;--paper:#f6f5f2;--sheet:#fff;--ink:#1d2126;--soft:#596069;--line:#d9d6cf;
--accent:#1f4e5f;--on-accent:#fff;--tint:#e6eef0;--new:#8a3b12;--new-tint:#fbe9df;--bad:#a3211c;--bad-tint:#fbe6e4;
--good:#1d5b3a;--good-tint:#e3f1e8}
@media(prefers-color-scheme:dark){:root{--paper:#15181b;--sheet:#1d2125;--ink:#eceae6;--soft:#a9b0b7;--line:#3a4046;
--accent:#8fc6d8;--on-accent:#10232b;--tint:#243238;--new:#f3b48f;--new-tint:#3b2619;--bad:#f5a39d;--bad-tint:#401f1d;
--good:#9fd8b6;--good-tint:#1c3326}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;
overflow-wrap:anywhere}
a{color:var(--accent);text-underline-offset:.18em}
a:hover{text-decoration-thickness:.14em}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}
.skip{position:absolute;inset-block-start:-5rem;inset-inline-start:1rem;background:var(--sheet);padding:.75rem 1rem;z-index:1}
.skip:focus{inset-block-start:.5rem}
.top{background:var(--sheet);border-block-end:1px solid var(--line)}
.bar{max-width:68rem;margin-inline:auto;padding:.6rem 1rem;display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem}
.bar strong{font-size:1.05rem;letter-spacing:-.01em}
.bar nav{display:flex;flex-wrap:wrap;gap:0 .25rem;margin-inline-end:auto}
.bar nav a{padding:.6rem .45rem;text-decoration:none;border-radius:8px;color:var(--ink)}
.bar nav a:hover{background:var(--tint)}
.bar nav a[aria-current]{color:var(--accent);font-weight:650;background:var(--tint)}
.out{display:flex;flex:1 1 8rem;min-width:0;justify-content:flex-end;align-items:center;gap:.75rem;color:var(--soft);font-size:.9rem}
.out span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.out button{white-space:nowrap}
main{max-width:68rem;margin-inline:auto;padding:1.5rem 1rem 4rem}
main:focus{outline:0}
h1{font-size:clamp(1.5rem,1.2rem + 1.6vw,2.1rem);line-height:1.2;letter-spacing:-.02em;margin:.2rem 0 .4rem;text-wrap:balance}
h2{font-size:1.15rem;line-height:1.3;margin:0 0 .75rem}
h3{font-size:1rem;margin:0;font-weight:600}
p{margin:.4rem 0}
.soft{color:var(--soft)}
.small{font-size:.9rem}
.trail{font-size:.95rem;margin:0;line-height:1.3}
.trail a{display:inline-block;padding-block:.35rem}
.card{background:var(--sheet);border:1px solid var(--line);border-radius:14px;padding:1.1rem 1.25rem;margin-block:1rem}
.group{margin-block:2rem .5rem}
.rows{list-style:none;margin:.75rem 0;padding:0;background:var(--sheet);border:1px solid var(--line);border-radius:14px}
.rows>li{padding:.85rem 1.25rem;display:grid;gap:.2rem 1rem;grid-template-columns:1fr auto;align-items:center}
.rows>li+li{border-block-start:1px solid var(--line)}
.rows .name{font-weight:600;font-size:1.05rem;margin:0}
.rows .name a{display:inline-block;padding-block:.3rem}
.rows .meta{margin:0;grid-column:1;color:var(--soft);font-size:.92rem}
.rows .end{grid-column:2;grid-row:1/span 2;display:flex;flex-wrap:wrap;gap:.5rem;justify-content:flex-end;align-items:center}
.rows label,.tick{display:flex;gap:.75rem;align-items:center;font-weight:600;min-height:44px}
.tag{display:inline-block;padding:.1rem .6rem;border-radius:99px;font-size:.85rem;font-weight:600;background:var(--tint);
color:var(--accent);white-space:nowrap}
.tag-new{background:var(--new-tint);color:var(--new)}
.tag-closed{background:none;color:var(--soft);box-shadow:inset 0 0 0 1px var(--line)}
.tag-open,.tag-answered{background:var(--good-tint);color:var(--good)}
form{margin:0}
.button,button{font:inherit;font-weight:600;min-height:44px;padding:.5rem 1.05rem;border-radius:10px;border:1px solid var(--accent);
background:var(--accent);color:var(--on-accent);cursor:pointer;text-decoration:none;display:inline-flex;align-items:center}
.button:hover,button:hover{filter:brightness(1.08)}
.plain{background:transparent;color:var(--accent);border-color:var(--line)}
.plain:hover{background:var(--tint);filter:none}
.danger{background:var(--bad);border-color:var(--bad);color:var(--sheet)}
.plain.danger{background:transparent;color:var(--bad);border-color:var(--line)}
.plain[aria-pressed=true]{background:var(--tint);border-color:var(--accent)}
.actions{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin-block:.75rem}
.tabs{display:flex;flex-wrap:wrap;gap:.35rem;margin-block:1rem .5rem}
.tabs a{padding:.5rem .85rem;border-radius:99px;border:1px solid var(--line);text-decoration:none;background:var(--sheet)}
.tabs a[aria-current]{background:var(--accent);color:var(--on-accent);border-color:var(--accent)}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{padding:0;font-weight:600;margin-block-end:.4rem}
summary{cursor:pointer;padding-block:.5rem}
summary h2{display:inline}
label.above{display:block;font-weight:600;margin-block-end:.15rem}
input[type=text],input[type=password],textarea{font:inherit;width:100%;max-width:34rem;min-height:46px;padding:.55rem .75rem;border-radius:10px;
border:1px solid var(--soft);background:var(--sheet);color:inherit}
textarea{max-width:none;min-height:9rem;resize:vertical;display:block}
input[type=search],input[type=date],input[type=url],input[type=email],select{font:inherit;width:100%;max-width:34rem;min-height:46px;
padding:.55rem .75rem;border-radius:10px;border:1px solid var(--soft);background:var(--sheet);color:inherit}
input[type=color]{width:5rem;height:46px;padding:.2rem;border-radius:10px;border:1px solid var(--soft);background:var(--sheet)}
input[type=file]{font:inherit;max-width:100%}
[aria-invalid=true]{border-color:var(--bad);border-width:2px}
.find{margin-block:1rem .25rem}.find .actions{margin:0;flex-wrap:nowrap}.find button{flex:none}
.field{margin-block:.9rem;min-width:0}
.field-error{color:var(--bad);font-weight:600;margin:.1rem 0 .3rem}
.fields{display:grid;gap:0 1.25rem;grid-template-columns:repeat(auto-fill,minmax(min(15rem,100%),1fr));align-items:end}
.fields>h2,.fields>legend,.wide{grid-column:1/-1}
.ticks{display:flex;flex-wrap:wrap;gap:0 1.25rem}
.ticks .tick{font-weight:400}
.question{border:1px solid var(--line);border-radius:10px;padding:.25rem 1rem .5rem;margin-block:1rem}
.question textarea{min-height:5rem}
html:has(.save){scroll-padding-block-end:9rem}
.question:not(:has(option[value=one_of]:checked,option[value=some_of]:checked)) .options{display:none}
.question>legend{padding-inline:.35rem}
.note{background:var(--tint);border-radius:10px;padding:.75rem 1rem;margin-block:1rem}
.message ul,.note ul{margin:.3rem 0;padding-inline-start:1.25rem}.message a{color:inherit}.message dl{margin-block:.5rem}
.message dd{font-weight:400}
.save{position:sticky;inset-block-end:0;background:var(--paper);padding-block:.6rem;border-block-start:1px solid var(--line)}
.steps{padding-inline-start:1.4rem;margin:0}.steps li{margin-block:.6rem}
.picture{display:block;max-width:100%;max-height:9rem;border:1px solid var(--line);border-radius:10px;background:#fff}
.enter{position:absolute;inset-inline-start:-99rem;width:1px;height:1px;overflow:hidden;padding:0;border:0;min-height:0}
input[type=checkbox]{width:1.35rem;height:1.35rem;accent-color:var(--accent);flex:none}
.code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;letter-spacing:.03em}
dl{margin:0;display:grid;gap:.9rem}
dt{font-size:.9rem;color:var(--soft)}
dd{margin:.1rem 0 0;white-space:pre-wrap}
.facts{grid-template-columns:repeat(auto-fit,minmax(min(14rem,100%),1fr))}
.facts dd a{display:inline-block;padding-block:.3rem}
.message{border-radius:10px;padding:.75rem 1rem;margin-block:1rem;background:var(--good-tint);color:var(--good);font-weight:600}
.message.bad{background:var(--bad-tint);color:var(--bad)}
.columns{display:grid;gap:0 1.25rem;align-items:start;grid-template-columns:minmax(0,1fr)}
.columns>*{display:flow-root;margin-block-start:-1rem}.columns>:first-child{margin:0}
@media(min-width:60rem){.columns{grid-template:auto 1fr/minmax(0,1fr) 21rem}
.columns aside{grid-area:1/2/3;margin:0;position:sticky;inset-block-start:1rem}}
.marks{display:grid;grid-template-columns:repeat(auto-fit,minmax(7rem,1fr))}.marks button{justify-content:center;padding-inline:.5rem}
.notes{padding:0;list-style:none}.notes li{border-block-start:1px solid var(--line);padding-block:.5rem}.written{white-space:pre-wrap}
.chosen>li{grid-template-columns:auto 1fr auto}.chosen .name,.chosen .meta{grid-column:2}.chosen .end{grid-column:3}
.choice{grid-column:1;grid-row:1/span 2;min-width:44px;justify-content:center;margin-inline-start:-.6rem}
.chosen-actions select{width:auto}.choose{margin-inline-start:auto}
html:has(.choice input:checked){scroll-padding-block-end:9rem}
form:has(.choice input:checked) .chosen-actions{position:sticky;inset-block-end:0;background:var(--paper);padding-block:.6rem;
border-block-start:1px solid var(--line)}
.sorts{display:flex;flex-wrap:wrap;gap:0 .75rem;align-items:center}.sorts a{padding-block:.6rem}
.sorts [aria-current]{font-weight:650;color:inherit;text-decoration:none}
.count{color:var(--soft);font-size:.9rem}[aria-current]>.count{color:inherit}
.plot{display:block;width:100%;max-width:34rem;fill:var(--accent)}
table{border-collapse:collapse;width:100%;max-width:34rem}th,td{text-align:start;padding:.35rem 0;font-weight:400}
thead th{color:var(--soft);font-size:.9rem}tr+tr,tbody tr:first-child{border-block-start:1px solid var(--line)}
td,thead th:last-child{text-align:end;font-variant-numeric:tabular-nums}
.narrow{max-width:32rem;margin-inline:auto;padding-block-start:clamp(1rem,8vh,5rem)}
.pagination{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin-block:1.25rem}
@media(max-width:36rem){.rows>li{grid-template-columns:1fr;padding-inline:1rem}.rows .end{grid-column:1;grid-row:auto;justify-content:flex-start}
.chosen>li{grid-template-columns:auto 1fr}.chosen .end{grid-column:2}.choice{grid-row:1/span 3}
.bar nav{order:3;width:100%;margin-inline:-.4rem}.bar nav a{padding-inline:.4rem}}
@media print{.top,form,.actions,.pagination,.tabs,.skip{display:none}body{background:#fff}.card{break-inside:avoid}}
`;
