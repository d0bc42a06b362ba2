/** Unicode escapes in the names and expressions of clauses. */
public class Escapes {
  public static void main(String[] args) {
    int abc = 1;
    int other = 2;
    int own = 3;
    //#omp target virtual(w\u006frker) shared(\u0061bc, other) firstprivate(\u006fwn) default(none) if(\u0061bc > 0)
    {
      abc += own;
      other += abc;
    }
    //#omp target virtual(worker) name_as(\u0074)
    abc++;
    //#omp wait(t)
    System.out.println(abc + " " + other + " " + own);
  }
}
