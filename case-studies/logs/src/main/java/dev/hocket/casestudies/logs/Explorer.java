package dev.hocket.casestudies.logs;

import static dev.hocket.events.Events.spawn;

import dev.hocket.events.IVar;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** All services of a log explorer. Any thread may call its methods; a program has one. */
final class Explorer implements AutoCloseable {
  private final Options options;
  private final Index index = new Index();
  private final Search search = new Search(index);
  private final Alerts alerts;
  private final Supervisor supervisor = new Supervisor(Duration.ofSeconds(1));
  private final IVar<Void> ended = new IVar<>();

  /**
   * The one that the first start of the flow uses; later ones open another. Guarded by this object.
   */
  private Ledger first;

  /** Guarded by this object. */
  private Tail tail;

  /** Guarded by this object. */
  private Page page;

  /** Guarded by this object. */
  private boolean isClosed;

  private volatile boolean hasGivenUp;

  /**
   * @param logs the folder of the logs
   * @param data the folder of what is stored
   * @param once whether to end when everything that is there has been read
   * @param port the port of the page; -1 for no page
   * @param errors the number of errors of a service in one minute that is worth an alert
   */
  record Options(Path logs, Path data, boolean once, int port, int errors) {}

  private Explorer(Options options, Ledger first) {
    this.options = options;
    this.first = first;
    alerts = new Alerts(index, options.errors());
  }

  /**
   * Starts the services.
   *
   * @throws IOException if the folder of the logs or what is stored cannot be read
   */
  static Explorer start(Options options) throws IOException {
    Explorer explorer = new Explorer(options, Ledger.open(options.data()));
    explorer.supervise();
    return explorer;
  }

  Index index() {
    return index;
  }

  Search search() {
    return search;
  }

  Alerts alerts() {
    return alerts;
  }

  private synchronized void supervise() {
    supervisor.start("index", index::run, this::giveUp);
    supervisor.start("alerts", alerts::run, this::giveUp);
    supervisor.start("ingest", this::ingest, this::giveUp);
    if (options.port() >= 0) {
      page = new Page(index, alerts.multicast(), options.port());
      supervisor.start("page", page::run, () -> {});
    }
    spawn(() -> {
      try {
        supervisor.run();
      } finally {
        ended.put(null);
      }
    });
  }

  /** The service that runs the flow. After a failure it begins behind what was stored last. */
  private void ingest() throws IOException, InterruptedException {
    try (Ledger ledger = ledger()) {
      Tail reading = reading(ledger);
      index.arrivals().send(ledger.whole());
      Ingest.flow(reading, ledger, index).start().await();
    }
    index.arrivals().close();
  }

  private synchronized Ledger ledger() throws IOException {
    Ledger opened = first == null ? Ledger.open(options.data()) : first;
    first = null;
    return opened;
  }

  private synchronized Tail reading(Ledger ledger) {
    tail = new Tail(options.logs(), ledger.checkpoint().positions(), options.once());
    if (isClosed) {
      tail.close();
    }
    return tail;
  }

  private void giveUp() {
    hasGivenUp = true;
    stop();
    index.arrivals().fail(new IllegalStateException("a service has failed too often"));
  }

  private synchronized void stop() {
    if (!isClosed) {
      isClosed = true;
      supervisor.stop();
    }
    if (tail != null) {
      tail.close();
    }
    if (page != null) {
      // A server that takes no more news would keep the index waiting, and with it everything.
      page.stop();
    }
  }

  /** Whether a service has failed so often that it was not started again. */
  boolean hasGivenUp() {
    return hasGivenUp;
  }

  /** Whether everything that was there has been counted; what is missing has been said. */
  synchronized boolean isComplete() {
    return !hasGivenUp && tail != null && !tail.hasLeftOut();
  }

  /** Waits until all services have ended. */
  void join() throws InterruptedException {
    ended.get();
  }

  /** Stores what has been read, and returns when all services have ended. */
  @Override
  public void close() {
    stop();
    try {
      join();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
