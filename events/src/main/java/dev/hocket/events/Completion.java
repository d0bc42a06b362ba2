package dev.hocket.events;

/** Goes on for a sync that no thread waits for. */
interface Completion {
  /**
   * The sync has been claimed. Runs on the thread that claimed it, which holds no lock; must not
   * wait nor run the program's code.
   *
   * @param sync the sync
   * @param wakes takes the syncs that are claimed on the way
   */
  void complete(Sync sync, Wakes wakes);
}
