import dev.hocket.events.Channel;
import dev.hocket.events.Events;

/**
 * The barrier of paper 4, section 4.1: a thread sends without waiting, continues with g, and waits
 * before h until its value has been received.
 *
 * <p>A tap instead of the aTap would never end: it runs on the thread that sends, which would
 * then wait for itself.
 */
public class Barrier {
  private static final Channel<String> c = new Channel<>("c");

  static void f() throws InterruptedException {
    Channel<Void> local = new Channel<>("local");
    c.aSendEvt("v").aTap(consumed -> local.send(null)).aSync();
    g();
    local.recv();
    h();
  }

  /** Runs once v is on c, so a value that g sends on c comes after v. */
  static void g() {
    System.out.println("g: sends w behind v");
    c.aSend("w");
  }

  /** Runs once v has been received. */
  static void h() {
    System.out.println("h: v has been received, " + c.pending() + " is left");
  }

  public static void main(String[] args) throws InterruptedException {
    Thread thread = Events.spawn(Barrier::f);
    String first = c.recv();
    thread.join();
    System.out.println("main: received " + first + ", then " + c.recv());
  }
}
