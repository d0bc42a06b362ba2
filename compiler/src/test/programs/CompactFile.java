/** A source file without a class. */
int field = 1;
void main() {
  int n = 0;
  //#omp target virtual(worker)
  { n = field + 1; }
  IO.println(n);
}
