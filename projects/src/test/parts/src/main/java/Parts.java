import static dev.hocket.events.Events.spawn;

import dev.hocket.events.Channel;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import pj.Pyjama;

/** Calls each part of Hocket that programs in Java link to. */
public class Parts {
  @Function
  public static int twice(int n) {
    return 2 * n;
  }

  public static void main(String[] args) throws InterruptedException {
    int product;
    //#omp target virtual(worker) name_as(product)
    product = 6 * 7;
    //#omp wait(product)
    System.out.println("directives " + product);
    Channel<Integer> channel = new Channel<>("answer");
    spawn(() -> channel.send(42));
    System.out.println("events " + channel.recv());
    Flow flow = Flow.define("answer", Library.of(Parts.class), f -> f.call("twice", 21));
    System.out.println("flow " + flow.run());
    System.out.println("pyjama " + 42 * Pyjama.omp_get_num_threads());
  }
}
