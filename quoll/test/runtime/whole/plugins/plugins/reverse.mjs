export default function reverse(text) {
  return [...text].reverse().join('');
}
