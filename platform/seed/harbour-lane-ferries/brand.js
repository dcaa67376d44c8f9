// Sets the current timetable as an attribute for style sheets.
const month = new Date().getMonth();
document.documentElement.dataset.timetable = month >= 3 && month <= 9 ? "summer" : "winter";
