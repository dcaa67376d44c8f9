// Sets the current timetable, for the style sheet to use.
const month = new Date().getMonth();
document.documentElement.dataset.timetable = month >= 3 && month <= 9 ? "summer" : "winter";
