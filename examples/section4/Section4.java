/**
 * The listings of paper 1, section 4.1: an async method, and a block that shows an intermediate
 * step.
 */
public class Section4 {
  static final StringBuffer label = new StringBuffer();

  public static void main(String[] args) {
    //#omp target virtual(edt) name_as(all)
    {
      System.out.println(asyncCall());
      handler();
    }
    //#omp wait(all)
    System.out.print(label);
  }

  //#omp async
  static int asyncCall() {
    int result = 0;
    //#omp await (int foo(int a))
    {
      result += foo(1) + foo(2);
    }
    //#omp target virtual(edt)
    {
      label.append("result ").append(result).append('\n');
    }
    return result + bar(1);
  }

  //#omp async
  static int foo(int a) {
    int b = a;
    //#omp target virtual(worker) await
    b *= 10;
    return b;
  }

  static int bar(int a) {
    return a + 100;
  }

  static void handler() {
    label.append("Start Processing Task!\n");
    //#omp target virtual(worker) await
    {
      label.append("first half\n");
      //#omp target virtual(edt) name_as(shown)
      {
        label.append("Task half finished\n");
      }
      //#omp wait(shown) await
      label.append("second half\n");
    }
    label.append("Task finished\n");
  }
}
