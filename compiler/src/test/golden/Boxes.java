class Boxes {
  int boxes(int p, java.util.List<String> list) {
    int a = 1, b[] = {2}, c;
    final byte d;
    byte e = 3;
    var v = list;
    //#omp target virtual(worker)
    { b = null; c = a; d = e++; v = list; p++; }
    for (int i = 0, j = 1; i < j; i++) {
      //#omp target virtual(worker)
      a += i;
    }
    rows:
    for (int i = 0, row[] = {1, 2}; i < row.length; i++) {
      //#omp target virtual(worker)
      { row = new int[i]; i++; }
      continue rows;
    }
    for (String s : list) s = s + s;
    for (String s : list)
      //#omp target virtual(worker)
      s = s + s;
    return a + c + d + p;
  }
}
