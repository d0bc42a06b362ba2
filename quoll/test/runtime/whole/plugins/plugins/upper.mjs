export default (text, w) => {
  w.ups = (w.ups ?? 0) + 1;
  return text.toUpperCase();
};
