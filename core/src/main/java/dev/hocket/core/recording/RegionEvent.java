package dev.hocket.core.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A parallel region; {@code docs/recording.md} describes it. */
@Name("dev.hocket.Region")
@Label("Parallel Region")
@Category("Hocket")
@Description("A parallel region, from its encounter to the end of the last of its threads")
@StackTrace(false)
public final class RegionEvent extends Event {
  // Used only to ask whether regions are recorded.
  private static final RegionEvent REGION = new RegionEvent();

  @Label("Label")
  @Description("Position of the region in the source")
  String label;

  @Label("Block")
  @Description("Id of the block that encountered it; -1 if none did, or one without an id")
  long block = BlockFields.UNKNOWN;

  @Label("Request")
  @Description("Id of the part with which its request began; -1 if it belongs to none")
  long request = BlockFields.UNKNOWN;

  @Label("Id")
  @Description("A number of its own within the program, as blocks have")
  long id;

  @Label("Parent")
  @Description("Id of the part of the request that encountered it; -1 if it belongs to none")
  long parent = BlockFields.UNKNOWN;

  @Label("Threads Asked")
  @Description("How many threads the program asked for; -1 if it asked for none")
  int asked = (int) BlockFields.UNKNOWN;

  @Label("Threads Got")
  @Description("How many threads the region had, the encountering one included")
  int threads;

  @Label("In Region")
  @Description("Whether the encountering thread was in another region already")
  boolean nested;

  public static boolean isOn() {
    return REGION.isEnabled();
  }

  public static RegionEvent begins(String label, int asked) {
    RegionEvent event = new RegionEvent();
    event.id = BlockFields.nextId();
    event.label = label;
    if (asked > 0) {
      event.asked = asked;
    }
    event.begin();
    return event;
  }

  public long id() {
    return id;
  }

  /** Makes the region a part of a request. */
  public void isIn(long parentId, long requestId) {
    parent = parentId;
    request = requestId;
  }

  /** Ends the region; {@code around} is the record of the block that encountered it, or null. */
  public void ends(int got, boolean inRegion, BlockEvent around) {
    end();
    if (shouldCommit()) {
      threads = got;
      nested = inRegion;
      block = BlockEvent.id(around);
      commit();
    }
  }
}
