package dev.hocket.plan.report;

import java.util.List;

/**
 * The proposed changes of a program's sources, for its page.
 *
 * @param answers a line for each freeze with an answer: the proposal, or the reason why there is
 *     none
 * @param listings the source code around the changes
 */
public record Proposals(List<String> answers, List<Listing> listings) {
  /** Keeps copies of the lists. */
  public Proposals {
    answers = List.copyOf(answers);
    listings = List.copyOf(listings);
  }

  /**
   * No proposals, because none were requested.
   *
   * @return a page without this part
   */
  public static Proposals none() {
    return new Proposals(List.of(), List.of());
  }

  String section() {
    if (answers.isEmpty()) {
      return "";
    }
    Html html = new Html().heading("What to change");
    answers.forEach(html::paragraph);
    listings.forEach(listing -> listing.write(html));
    return html.toString();
  }
}
