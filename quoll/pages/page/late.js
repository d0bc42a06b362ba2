export const late = 7;
