// Sets the season as an attribute for style sheets.
const month = new Date().getMonth();
const seasons = ["invierno", "primavera", "verano", "otono"];
document.documentElement.dataset.season = seasons[Math.floor(((month + 1) % 12) / 3)];
