export const later = (ms, value) => new Promise(resolve => setTimeout(resolve, ms, value));
