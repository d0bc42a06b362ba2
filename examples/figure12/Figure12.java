/** Async methods that await each other and blocks in turn: paper 1, figure 12. */
public class Figure12 {
  public static void main(String[] args) {
    //#omp target virtual(edt) name_as(handler)
    handler(3);
    //#omp wait(handler)
  }

  static void handler(int depth) {
    String text;
    //#omp await(String outer(int))
    text = outer(depth);
    System.out.println(text);
  }

  //#omp async
  static String outer(int depth) {
    if (depth == 0) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    //#omp await(String inner(String, int depth), outer(int))
    for (int i = 0; i < depth; i++) {
      text.append(inner("[", i)).append(outer(depth - 1)).append(inner("]", i));
    }
    return text.toString();
  }

  //#omp async
  static String inner(String bracket, int i) {
    String result;
    //#omp target virtual(worker) await
    {
      result = bracket + i;
      //#omp target virtual(edt) await
      result += bracket;
    }
    return result;
  }
}
