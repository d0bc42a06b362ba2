package photos;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.LinearGradientPaint;
import java.awt.RadialGradientPaint;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/** A landscape computed from a keyword, a number and a seed. */
final class Picture {
  private enum Light {
    DAWN("at dawn", 0x3C4F8A, 0xE88FA0, 0xFFD9A8, 0x26304F),
    MORNING("in the morning", 0x4A8FD8, 0x9CCBEF, 0xFFF3D6, 0x1F4A4A),
    NOON("at noon", 0x2B78C9, 0x7FB9E8, 0xE6F3FA, 0x24523C),
    EVENING("in the evening", 0x5B3F7A, 0xE0715A, 0xFFC46B, 0x2A1D33),
    DUSK("at dusk", 0x1E2450, 0x7A4B8C, 0xF29B7F, 0x15152E),
    NIGHT("by night", 0x060B22, 0x152650, 0x3F5C8C, 0x050812);

    final String when;
    final Color zenith;
    final Color middle;
    final Color horizon;
    final Color ground;

    Light(String when, int zenith, int middle, int horizon, int ground) {
      this.when = when;
      this.zenith = new Color(zenith);
      this.middle = new Color(middle);
      this.horizon = new Color(horizon);
      this.ground = new Color(ground);
    }

    static Light of(String keyword, int number) {
      if (keyword.matches(".*(night|star|moon).*")) {
        return number % 3 == 0 ? DUSK : NIGHT;
      }
      return values()[Math.floorMod(keyword.hashCode() + number, values().length)];
    }
  }

  private final Random random;
  private final Light light;
  private final boolean water;
  private final boolean trees;
  private final double roughness;

  private int width;
  private int height;
  private Graphics2D g;

  Picture(String keyword, int number, long seed) {
    String word = keyword.toLowerCase(Locale.ROOT);
    random = new Random((seed * 31 + word.hashCode()) * 1_000_003 + number);
    light = Light.of(word, number);
    boolean wet = word.matches(".*(lake|sea|ocean|river|coast|island|fjord).*");
    water = wet || random.nextInt(3) == 0;
    trees = word.matches(".*(forest|tree|wood).*") || random.nextInt(3) == 0;
    boolean steep = word.matches(".*(mountain|alp|peak|fjord).*");
    roughness = steep ? 1.0 : 0.35 + 0.4 * random.nextDouble();
  }

  static String title(String keyword, int number) {
    String word = Character.toUpperCase(keyword.charAt(0)) + keyword.substring(1);
    return word + " " + Light.of(keyword.toLowerCase(Locale.ROOT), number).when;
  }

  BufferedImage draw(int width, int height) {
    this.width = width;
    this.height = height;
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    drawSky();
    drawSunOrMoon();
    drawClouds();
    double shore = water ? 0.66 : 1.0;
    drawRidges(shore);
    if (water) {
      drawWater(image, (int) (shore * height));
    }
    g.dispose();
    return image;
  }

  private void drawSky() {
    float[] stops = {0f, 0.45f, 0.8f};
    Color[] colours = {light.zenith, light.middle, light.horizon};
    g.setPaint(new LinearGradientPaint(0, 0, 0, height, stops, colours));
    g.fillRect(0, 0, width, height);
    int stars = light == Light.NIGHT ? 350 : light == Light.DUSK ? 60 : 0;
    for (int i = 0; i < stars; i++) {
      double size = 1 + 2.2 * Math.pow(random.nextDouble(), 4);
      g.setColor(translucent(Color.WHITE, 80 + random.nextInt(175)));
      double y = 0.7 * height * random.nextDouble();
      g.fill(new Ellipse2D.Double(random.nextDouble() * width, y, size, size));
    }
  }

  private void drawSunOrMoon() {
    boolean moon = light == Light.NIGHT || light == Light.DUSK;
    double x = (0.15 + 0.7 * random.nextDouble()) * width;
    double y = (0.15 + 0.33 * random.nextDouble()) * height;
    double radius = (0.022 + 0.02 * random.nextDouble()) * width;
    Color disc = moon ? new Color(0xF4F1DE) : new Color(0xFFF4CF);
    glow(x, y, radius * 9, radius * 9, translucent(disc, moon ? 90 : 170));
    g.setColor(disc);
    g.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
  }

  private void drawClouds() {
    int banks = light == Light.NIGHT ? 1 : 2 + random.nextInt(3);
    for (int bank = 0; bank < banks; bank++) {
      double x = random.nextDouble() * width;
      double y = (0.08 + 0.35 * random.nextDouble()) * height;
      for (int puff = 0; puff < 7; puff++) {
        double w = (0.05 + 0.1 * random.nextDouble()) * width;
        double dx = (random.nextDouble() - 0.5) * 0.28 * width;
        double dy = (random.nextDouble() - 0.5) * 0.03 * height;
        glow(x + dx, y + dy, w, w * 0.28, translucent(mix(light.horizon, Color.WHITE, 0.5), 110));
      }
    }
  }

  /** Draws ridges from far to near; each is lower in the picture, rougher and less hazy. */
  private void drawRidges(double shore) {
    int ridges = 4 + random.nextInt(3);
    double top = 0.5;
    for (int ridge = 0; ridge < ridges; ridge++) {
      double nearness = (ridge + 1.0) / ridges;
      double base = (top + (shore - top) * 0.9 * (double) ridge / ridges) * height;
      double relief = (0.06 + 0.24 * roughness * (1 - 0.65 * nearness)) * height;
      double[] outline = outline(base, relief);
      Color near = mix(light.middle, light.ground, 0.25 + 0.75 * nearness);
      Color colour = mix(light.horizon, near, 0.25 + 0.75 * nearness);
      fillRidge(outline, colour, shore * height);
      if (trees && nearness > 0.6) {
        drawTrees(outline, mix(colour, Color.BLACK, 0.35), nearness, shore * height);
      }
    }
  }

  /** Adds octaves of smooth noise, each twice as fine and half as high as the one before. */
  private double[] outline(double base, double relief) {
    double[] y = new double[width + 1];
    Arrays.fill(y, base);
    double amplitude = relief;
    for (int period = width / 2; period >= 4; period /= 2) {
      double left = random.nextDouble() - 0.5;
      for (int start = 0; start <= width; start += period) {
        double right = random.nextDouble() - 0.5;
        for (int i = 0; i < period && start + i <= width; i++) {
          double t = (double) i / period;
          y[start + i] += amplitude * (left + (right - left) * t * t * (3 - 2 * t));
        }
        left = right;
      }
      amplitude *= 0.42 + 0.1 * roughness;
    }
    return y;
  }

  private void fillRidge(double[] outline, Color colour, double bottom) {
    Path2D ridge = new Path2D.Double();
    ridge.moveTo(0, bottom);
    for (int x = 0; x <= width; x += 2) {
      ridge.lineTo(x, Math.min(outline[x], bottom));
    }
    ridge.lineTo(width, bottom);
    ridge.closePath();
    Color foot = mix(colour, light.horizon, 0.3);
    float top = (float) (bottom - 0.45 * height);
    g.setPaint(
        new LinearGradientPaint(
            0, top, 0, (float) bottom, new float[] {0f, 1f}, new Color[] {colour, foot}));
    g.fill(ridge);
  }

  private void drawTrees(double[] outline, Color colour, double nearness, double bottom) {
    g.setColor(colour);
    double size = 0.05 * nearness * nearness * height;
    for (double x = 0; x < width; x += size * (0.12 + 0.7 * random.nextDouble())) {
      double tall = size * (0.6 + 0.7 * random.nextDouble());
      double foot = outline[(int) x] + 3;
      if (foot < bottom) {
        Path2D tree = new Path2D.Double();
        tree.moveTo(x - tall * 0.2, foot);
        tree.lineTo(x, foot - tall);
        tree.lineTo(x + tall * 0.2, foot);
        g.fill(tree);
      }
    }
  }

  /** Mirrors the part above the shore, darker and broken by ripples. */
  private void drawWater(BufferedImage image, int shore) {
    int[] pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
    for (int y = shore; y < height; y++) {
      double depth = (double) (y - shore) / (height - shore);
      int mirrored = Math.max(0, (int) (shore - 1 - depth * shore * 0.75));
      int sway = (int) (Math.sin(y * 0.9 / (0.6 + depth)) * 2.5 * (0.3 + 2 * depth));
      int from = Math.max(0, sway);
      int to = Math.max(0, -sway);
      System.arraycopy(
          pixels, mirrored * width + from, pixels, y * width + to, width - Math.abs(sway));
      // Pixels that the shift uncovers at an edge repeat their neighbour.
      Arrays.fill(pixels, y * width, y * width + to, pixels[y * width + to]);
      int end = (y + 1) * width;
      Arrays.fill(pixels, end - from, end, pixels[end - from - 1]);
    }
    Color tint = mix(light.zenith, light.ground, 0.4);
    Color[] deepening = {translucent(tint, 40), translucent(tint, 190)};
    g.setPaint(new LinearGradientPaint(0, shore, 0, height, new float[] {0f, 1f}, deepening));
    g.fillRect(0, shore, width, height - shore);
  }

  private void glow(double x, double y, double radiusX, double radiusY, Color colour) {
    Graphics2D flat = (Graphics2D) g.create();
    flat.translate(x, y);
    flat.scale(1, radiusY / radiusX);
    float[] stops = {0f, 0.4f, 1f};
    Color half = translucent(colour, colour.getAlpha() / 3);
    Color[] colours = {colour, half, translucent(colour, 0)};
    flat.setPaint(new RadialGradientPaint(0f, 0f, (float) radiusX, stops, colours));
    flat.fill(new Ellipse2D.Double(-radiusX, -radiusX, 2 * radiusX, 2 * radiusX));
    flat.dispose();
  }

  private static Color translucent(Color colour, int alpha) {
    return new Color(colour.getRed(), colour.getGreen(), colour.getBlue(), alpha);
  }

  private static Color mix(Color from, Color to, double share) {
    double t = Math.max(0, Math.min(1, share));
    return new Color(
        (int) Math.round(from.getRed() + t * (to.getRed() - from.getRed())),
        (int) Math.round(from.getGreen() + t * (to.getGreen() - from.getGreen())),
        (int) Math.round(from.getBlue() + t * (to.getBlue() - from.getBlue())));
  }
}
