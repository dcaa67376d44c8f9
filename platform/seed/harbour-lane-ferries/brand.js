// Tells the style sheet which timetable is in force.
const month = new Date().getMonth();
document.documentElement.dataset.timetable = month >= 3 && month <= 9 ? "summer" : "winter";
