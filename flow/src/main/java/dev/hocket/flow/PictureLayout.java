package dev.hocket.flow;

import dev.hocket.flow.Picture.Box;
import dev.hocket.flow.Picture.Line;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Places the boxes of a {@link Picture} in layers, each below the boxes that it depends on, so that
 * no arc runs through a box.
 */
// The method of Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical System
// Structures", 1981: (1) longest paths give layers, (2) an arc that passes a layer gets a narrow
// place of its own there, (3) each layer is sorted by the means of its neighbours, (4) places move
// towards their neighbours. Feedback is placed as if it led down.
final class PictureLayout {
  private static final int SORTS = 12;
  private static final int MOVES = 24;
  private static final double BOX = 176;
  private static final double PASSAGE = 18;

  private final List<List<Place>> layers = new ArrayList<>();
  private final List<Place> boxes = new ArrayList<>();
  private final List<Route> routes = new ArrayList<>();
  private final Map<String, Place> passages = new HashMap<>();

  /** The place of a box, or of arcs that pass a layer. */
  static final class Place {
    private final boolean isBox;
    final int layer;

    /** The centre, in pixels. */
    double x;

    private final List<Place> above = new ArrayList<>();
    private final List<Place> below = new ArrayList<>();

    private Place(boolean isBox, int layer) {
      this.isBox = isBox;
      this.layer = layer;
    }

    private double distance(Place right) {
      return ((isBox ? BOX : PASSAGE) + (right.isBox ? BOX : PASSAGE)) / 2;
    }

    private static double mean(List<Place> neighbours, double otherwise) {
      return neighbours.stream().mapToDouble(place -> place.x).average().orElse(otherwise);
    }
  }

  /**
   * The path of an arc.
   *
   * @param places from top to bottom; one alone for an arc from a box to itself
   * @param up whether the arc leads from the last place to the first
   */
  record Route(Line line, List<Place> places, boolean up) {}

  PictureLayout(Picture picture) {
    placeBoxes(picture);
    for (Line line : picture.lines()) {
      routes.add(route(line));
    }
    for (List<Place> layer : layers) {
      pack(layer);
    }
    for (int i = 0; i < SORTS; i++) {
      sort(i % 2 == 0);
    }
    for (int i = 0; i < MOVES; i++) {
      move(i % 2 == 0);
    }
    moveToTheMargin();
  }

  Place place(Box box) {
    return boxes.get(box.number());
  }

  List<Route> routes() {
    return routes;
  }

  int layers() {
    return layers.size();
  }

  double width() {
    return layers.stream().mapToDouble(layer -> layer.getLast().x).max().orElse(0) + BOX / 2;
  }

  private void placeBoxes(Picture picture) {
    for (Box box : picture.boxes()) {
      int layer = 0;
      for (Line line : picture.lines()) {
        if (line.to() == box.number() && line.from() < box.number()) {
          layer = Math.max(layer, boxes.get(line.from()).layer + 1);
        }
      }
      boxes.add(added(new Place(true, layer)));
    }
  }

  private Place added(Place place) {
    while (layers.size() <= place.layer) {
      layers.add(new ArrayList<>());
    }
    layers.get(place.layer).add(place);
    return place;
  }

  private Route route(Line line) {
    boolean up = line.from() > line.to();
    Place top = boxes.get(up ? line.to() : line.from());
    Place bottom = boxes.get(up ? line.from() : line.to());
    List<Place> places = new ArrayList<>(List.of(top));
    for (int layer = top.layer + 1; layer < bottom.layer; layer++) {
      places.add(passage(line, up, layer));
    }
    if (bottom != top) {
      places.add(bottom);
    }
    for (int i = 1; i < places.size(); i++) {
      join(places.get(i - 1), places.get(i));
    }
    return new Route(line, places, up);
  }

  /** Returns the place where an arc passes a layer; all arcs of a box share it. */
  private Place passage(Line line, boolean up, int layer) {
    String key = (up ? "to " + line.to() : "from " + line.from()) + " in " + layer;
    return passages.computeIfAbsent(key, any -> added(new Place(false, layer)));
  }

  private static void join(Place top, Place bottom) {
    if (!top.below.contains(bottom)) {
      top.below.add(bottom);
      bottom.above.add(top);
    }
  }

  private static void pack(List<Place> layer) {
    for (int i = 1; i < layer.size(); i++) {
      layer.get(i).x = layer.get(i - 1).x + layer.get(i - 1).distance(layer.get(i));
    }
  }

  private List<List<Place>> inDirection(boolean down) {
    List<List<Place>> all = new ArrayList<>(layers);
    if (!down) {
      Collections.reverse(all);
    }
    return all;
  }

  private void sort(boolean down) {
    for (List<Place> layer : inDirection(down)) {
      Map<Place, Double> wanted = new HashMap<>();
      layer.forEach(p -> wanted.put(p, Place.mean(down ? p.above : p.below, p.x)));
      layer.sort(Comparator.comparing(wanted::get));
      layer.getFirst().x = 0;
      pack(layer);
    }
  }

  /** Moves places towards their neighbours without changing their order. */
  private void move(boolean down) {
    for (List<Place> layer : inDirection(down)) {
      double[] right = new double[layer.size()];
      double[] left = new double[layer.size()];
      for (int i = 0; i < right.length; i++) {
        Place place = layer.get(i);
        double wanted = Place.mean(down ? place.above : place.below, place.x);
        right[i] = wanted;
        left[i] = wanted;
      }
      for (int i = 1; i < right.length; i++) {
        right[i] = Math.max(right[i], right[i - 1] + layer.get(i - 1).distance(layer.get(i)));
      }
      for (int i = right.length - 2; i >= 0; i--) {
        left[i] = Math.min(left[i], left[i + 1] - layer.get(i).distance(layer.get(i + 1)));
      }
      for (int i = 0; i < right.length; i++) {
        // Both placements keep the minimum distances, so their mean does, too.
        layer.get(i).x = (left[i] + right[i]) / 2;
      }
    }
  }

  private void moveToTheMargin() {
    double least = layers.stream().mapToDouble(layer -> layer.getFirst().x).min().orElse(0);
    layers.forEach(layer -> layer.forEach(place -> place.x += BOX / 2 - least));
  }
}
