/** Statements before super(). */
public class EarlyConstruction {
  final int x;
  EarlyConstruction(int n) {
    n++;
    //#omp target virtual(worker)
    n++;
    super();
    x = n;
  }
  public static void main(String[] args) { System.out.println(new EarlyConstruction(1).x); }
}
