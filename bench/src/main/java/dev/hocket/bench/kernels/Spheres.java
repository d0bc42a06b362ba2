package dev.hocket.bench.kernels;

/** A scene of mirroring spheres, and its brightness in a direction. */
final class Spheres {
  private static final int MOST_MIRRORS = 4;
  private static final double MIRROR = 0.5;
  private static final Vector LIGHT = new Vector(0.5, 0.7, -0.5).unit();
  private static final Sphere[] SCENE = new Sphere[27];

  static {
    for (int i = 0; i < SCENE.length; i++) {
      SCENE[i] =
          new Sphere(new Vector(i % 3 - 1.0, i / 3 % 3 - 1.0, 4 + i / 9), 0.35 + 0.01 * (i % 5));
    }
  }

  private Spheres() {}

  private record Vector(double x, double y, double z) {
    Vector plus(Vector v, double times) {
      return new Vector(x + times * v.x, y + times * v.y, z + times * v.z);
    }

    double dot(Vector v) {
      return x * v.x + y * v.y + z * v.z;
    }

    Vector unit() {
      double length = Math.sqrt(dot(this));
      return new Vector(x / length, y / length, z / length);
    }
  }

  private record Sphere(Vector centre, double radius) {
    /** The distance from a point to the sphere in a direction; infinite if the ray misses it. */
    double distance(Vector from, Vector direction) {
      Vector toCentre = centre.plus(from, -1);
      double along = toCentre.dot(direction);
      double miss = toCentre.dot(toCentre) - along * along;
      double room = radius * radius - miss;
      double distance = room < 0 ? -1 : along - Math.sqrt(room);
      return distance > 1e-6 ? distance : Double.POSITIVE_INFINITY;
    }
  }

  /** The brightness, from 0 to 1, at a point of the image. Both coordinates go from -1 to 1. */
  static double brightness(double u, double v) {
    return brightness(new Vector(0, 0, 0), new Vector(u, v, 2).unit(), 0);
  }

  private static double brightness(Vector from, Vector direction, int mirrors) {
    Sphere hit = null;
    double nearest = Double.POSITIVE_INFINITY;
    for (Sphere sphere : SCENE) {
      double distance = sphere.distance(from, direction);
      if (distance < nearest) {
        nearest = distance;
        hit = sphere;
      }
    }
    if (hit == null) {
      return 0.1;
    }
    Vector point = from.plus(direction, nearest);
    Vector normal = point.plus(hit.centre(), -1).unit();
    double own = isInShadow(point) ? 0 : Math.max(0, normal.dot(LIGHT));
    if (mirrors == MOST_MIRRORS) {
      return own;
    }
    Vector mirrored = direction.plus(normal, -2 * normal.dot(direction));
    return (1 - MIRROR) * own + MIRROR * brightness(point, mirrored, mirrors + 1);
  }

  private static boolean isInShadow(Vector point) {
    for (Sphere sphere : SCENE) {
      if (sphere.distance(point, LIGHT) < Double.POSITIVE_INFINITY) {
        return true;
      }
    }
    return false;
  }
}
