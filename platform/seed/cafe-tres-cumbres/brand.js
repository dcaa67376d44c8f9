// Sets an attribute for style sheets during the harvest months.
const month = new Date().getMonth();
document.documentElement.dataset.cosecha = month >= 10 || month <= 2 ? "si" : "no";
