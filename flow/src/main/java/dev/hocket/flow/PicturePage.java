package dev.hocket.flow;

import dev.hocket.flow.Picture.Box;
import dev.hocket.flow.Picture.Shape;
import dev.hocket.flow.PictureLayout.Place;
import dev.hocket.flow.PictureLayout.Route;
import dev.hocket.flow.graph.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Writes a {@link Picture} as a page for a browser: packets go down, and each section has a colour
 * and a number.
 */
final class PicturePage {
  private static final int BOX_WIDTH = 150;
  private static final int BOX_HEIGHT = 34;
  private static final int GAP = 44;
  private static final int MARGIN = 8;
  private static final int MOST_LETTERS = 20;

  /** The golden angle: hues that follow each other differ, however many there are. */
  private static final double HUE = 137.5;

  private final Graph graph;
  private final Picture picture;
  private final PictureLayout layout;
  private final List<Integer> sections;
  private final StringBuilder svg = new StringBuilder();

  private PicturePage(Graph graph, Picture picture) {
    this.graph = graph;
    this.picture = picture;
    this.layout = new PictureLayout(picture);
    this.sections = new ArrayList<>(picture.sections().keySet());
  }

  static String of(Graph graph, Picture picture) {
    return new PicturePage(graph, picture).page();
  }

  private String page() {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%d\""
            + " font-family=\"sans-serif\" font-size=\"12\">%n"
            + "<defs><marker id=\"a\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\""
            + " markerWidth=\"7\" markerHeight=\"7\" orient=\"auto-start-reverse\">"
            + "<path d=\"M0 0 8 4 0 8z\" fill=\"#555\"/></marker></defs>%n",
        layout.width() + 2 * MARGIN, layout.layers() * (BOX_HEIGHT + GAP) + 2 * MARGIN);
    layout.routes().forEach(this::arc);
    picture.boxes().forEach(this::box);
    layout.routes().forEach(this::label);
    return "<!doctype html>\n<meta charset=\"utf-8\">\n<title>"
        + escaped(graph.name())
        + "</title>\n<body style=\"font-family: sans-serif\">\n<h1>"
        + escaped(graph.name())
        + "</h1>\n<p>"
        + escaped(graph.position().toString())
        + ". Boxes of one colour and number share a section; dashed arcs lead back.</p>\n"
        + legend()
        + svg
        + "</svg>\n";
  }

  private String legend() {
    StringBuilder legend = new StringBuilder("<p style=\"line-height: 2\">");
    picture
        .sections()
        .forEach((section, name) ->
            legend
                .append("<span style=\"background: ")
                .append(colour(section))
                .append("; padding: 3px 8px; margin-right: 6px; white-space: nowrap\">")
                .append(number(section))
                .append(' ')
                .append(escaped(name.isEmpty() ? "(no function)" : name))
                .append("</span> "));
    return legend.append("</p>\n").toString();
  }

  private int number(int section) {
    return sections.indexOf(section) + 1;
  }

  private String colour(int section) {
    return String.format(Locale.ROOT, "hsl(%.0f 60%% 85%%)", number(section) * HUE % 360);
  }

  private void box(Box box) {
    Place place = layout.place(box);
    double x = x(place);
    int radius = box.shape() == Shape.FUNCTION || box.shape() == Shape.SOURCE ? 3 : BOX_HEIGHT / 2;
    add(
        "<g><title>%s at %s, section %s</title><rect x=\"%.1f\" y=\"%d\" width=\"%d\""
            + " height=\"%d\" rx=\"%d\" fill=\"%s\" stroke=\"#555\" stroke-width=\"%d\"/>"
            + "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>"
            + "<text x=\"%.1f\" y=\"%d\" font-size=\"9\" text-anchor=\"end\">%d</text></g>%n",
        escaped(box.label()),
        escaped(box.position().toString()),
        escaped(picture.sections().get(box.section())),
        x - BOX_WIDTH / 2.0,
        top(place),
        BOX_WIDTH,
        BOX_HEIGHT,
        radius,
        colour(box.section()),
        box.shape() == Shape.SOURCE || box.shape() == Shape.RESULT ? 2 : 1,
        x,
        top(place) + BOX_HEIGHT / 2 + 4,
        escaped(shortened(box.label())),
        x + BOX_WIDTH / 2.0 - (radius == 3 ? 4 : radius / 2),
        top(place) + 11,
        number(box.section()));
  }

  private static double x(Place place) {
    return place.x + MARGIN;
  }

  private static int top(Place place) {
    return MARGIN + place.layer * (BOX_HEIGHT + GAP);
  }

  private static int bottom(Place place) {
    return top(place) + BOX_HEIGHT;
  }

  private void arc(Route route) {
    List<Place> places = route.places();
    StringBuilder path = new StringBuilder();
    if (places.size() == 1) {
      loop(path, places.getFirst());
    }
    for (int i = 1; i < places.size(); i++) {
      Place from = places.get(i - 1);
      Place to = places.get(i);
      // Straight through the layer of a passage, and curved between two layers.
      path.append(
          String.format(
              Locale.ROOT,
              "%s%.1f %d C%.1f %d %.1f %d %.1f %d",
              i == 1 ? "M" : " L",
              x(from),
              bottom(from),
              x(from),
              bottom(from) + GAP / 2,
              x(to),
              top(to) - GAP / 2,
              x(to),
              top(to)));
    }
    add(
        "<path d=\"%s\" fill=\"none\" stroke=\"#555\"%s marker-%s=\"url(#a)\"/>%n",
        path, route.line().back() ? " stroke-dasharray=\"5 4\"" : "", route.up() ? "start" : "end");
  }

  /** Draws an arc from a box to itself, in the gap below the box. */
  private static void loop(StringBuilder path, Place place) {
    path.append(
        String.format(
            Locale.ROOT,
            "M%.1f %d C%.1f %d %.1f %d %.1f %d",
            x(place) + 20,
            bottom(place),
            x(place) + 20,
            bottom(place) + GAP / 2,
            x(place) + 50,
            bottom(place) + GAP / 2,
            x(place) + 50,
            bottom(place)));
  }

  /** Writes the label of an arc in the gap at the arc's lower end. */
  private void label(Route route) {
    if (route.line().label() == null || route.line().back()) {
      return;
    }
    Place last = route.places().getLast();
    Place before = route.places().get(Math.max(0, route.places().size() - 2));
    add(
        "<text x=\"%.1f\" y=\"%d\" font-size=\"10\" fill=\"#333\" stroke=\"#fff\""
            + " stroke-width=\"3\" paint-order=\"stroke\" text-anchor=\"middle\">%s</text>%n",
        (x(last) * 3 + x(before)) / 4, top(last) - GAP / 4, escaped(route.line().label()));
  }

  private void add(String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format, arguments));
  }

  private static String shortened(String label) {
    return label.length() <= MOST_LETTERS ? label : label.substring(0, MOST_LETTERS - 1) + "…";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
