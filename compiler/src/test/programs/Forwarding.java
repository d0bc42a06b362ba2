import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Calls without a directive: they block, or are suspended together if they are the last action. */
public class Forwarding {
  static final StringBuffer log = new StringBuffer();

  public static void main(String[] args) {
    //#omp target virtual(edt) name_as(all)
    {
      new Forwarding().branches(0);
      new Forwarding().branches(1);
      new Forwarding().branches(2);
      new Forwarding().branches(3);
      new Derived().work(1);
      Base base = new Derived();
      base.work(2);
      ((Worker) base).work(3);
      new Plain().work(4);
      Worker plain = new Plain();
      plain.work(5);
      new Forwarding().listeners();
    }
    //#omp wait(all)
    System.out.print(log);
  }

  void search(int n) {
    log.append("search ").append(n);
    //#omp target virtual(worker) await
    log.append(" found");
    log.append('\n');
  }

  void branches(int n) {
    switch (n) {
      case 0:
        search(n);
        break;
      case 1:
        labelled: {
          if (n == 1) {
            search(n);
            break labelled;
          }
        }
        break;
      default:
        for (; ; ) {
          if (n > 2) {
            forwarder(n);
            return;
          }
          search(-n);
          break;
        }
    }
  }

  void forwarder(int n) {
    if (n == 3) search(n);
    else forwarder(n - 1);
  }

  void listeners() {
    List<Consumer<Integer>> listeners = new ArrayList<>();
    listeners.add(n -> search(n));
    listeners.add(n -> { search(n); });
    listeners.add(n -> {
      //#omp target virtual(worker) name_as(sought)
      search(n);
      //#omp wait(sought)
      forwarder(3);
    });
    for (Consumer<Integer> listener : listeners) {
      //#omp target virtual(worker) name_as(heard)
      listener.accept(5);
      //#omp wait(heard)
    }
  }

  interface Worker {
    //#omp async
    void work(int n);
  }

  abstract static class Base implements Worker {
    @Override
    public void work(int n) {
      //#omp target virtual(worker) await
      log.append("base ").append(n).append('\n');
    }
  }

  static class Derived extends Base {
    @Override
    public void work(int n) {
      super.work(-n);
      //#omp target virtual(worker) await
      log.append("derived ").append(n).append('\n');
    }
  }

  static class Plain implements Worker {
    @Override
    public void work(int n) {
      log.append("plain ").append(n).append('\n');
    }
  }
}
