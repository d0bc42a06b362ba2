package dev.hocket.bench.channels;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.SynchronousQueue;

/** The queues of the JDK, between virtual threads; they have no choice. */
class QueueChannels extends ThreadPeer<BlockingQueue<Integer>> {
  QueueChannels() {
    this("SynchronousQueue, ArrayBlockingQueue");
  }

  private QueueChannels(String name) {
    super(name);
  }

  /**
   * The peer with the transfer queue, whose senders wait for their receivers; its buffer is
   * unbounded.
   */
  static ChannelPeer transferring() {
    return new QueueChannels("LinkedTransferQueue.transfer") {
      @Override
      public boolean offers(Need need) {
        return need != Need.BUFFERS && super.offers(need);
      }

      @Override
      BlockingQueue<Integer> channel(int capacity) {
        return new LinkedTransferQueue<>();
      }

      @Override
      void send(BlockingQueue<Integer> queue) throws InterruptedException {
        ((LinkedTransferQueue<Integer>) queue).transfer(1);
      }
    };
  }

  @Override
  public boolean offers(Need need) {
    return need != Need.CHOICE;
  }

  @Override
  BlockingQueue<Integer> channel(int capacity) {
    return capacity == 0 ? new SynchronousQueue<>() : new ArrayBlockingQueue<>(capacity);
  }

  @Override
  void send(BlockingQueue<Integer> queue) throws InterruptedException {
    queue.put(1);
  }

  @Override
  int receive(BlockingQueue<Integer> queue) throws InterruptedException {
    return queue.take();
  }
}
