// Marks the harvest months, for the style sheet to use.
const month = new Date().getMonth();
document.documentElement.dataset.cosecha = month >= 10 || month <= 2 ? "si" : "no";
