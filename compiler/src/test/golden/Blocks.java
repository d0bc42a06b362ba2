package golden;

class Blocks {
  private int field; // untouched

  int blocks(int n, String s) throws java.io.IOException {
    //#omp target virtual(worker)
    {
      field += n; // kept
    }
    //#omp target virtual(worker) nowait firstprivate(n) if(n > 1)
    System.out.println(n);
    if (n > 0)
      //#omp target virtual(worker) name_as(t) private(s)
      s = "x";
    else field = 1;
    //#omp wait(t, u)
    //#omp target device(n + 1)
    //#omp target
    System.in.read();
    //#omp target virtual(worker)
    throw new IllegalStateException();
  }
}
