package dev.hocket.plan.report;

import java.util.List;

/**
 * What to change in the sources of a program, for its page.
 *
 * @param answers a line for each freeze that has an answer: the proposal, or why there is none
 * @param listings the places that change
 */
public record Proposals(List<String> answers, List<Listing> listings) {
  /** Keeps copies of the lists. */
  public Proposals {
    answers = List.copyOf(answers);
    listings = List.copyOf(listings);
  }

  /**
   * Nothing was asked for.
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
