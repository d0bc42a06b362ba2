package dev.hocket.projects;

import java.util.ArrayList;
import java.util.List;

/** Documents for PDFBox's debugger. */
final class Documents {
  private Documents() {}

  /** A document with an object for each view: pages, fonts, colours, flags, streams and strings. */
  static String ofManyKinds() {
    List<String> objects = new ArrayList<>();
    objects.add(
        "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [10 0 R 11 0 R 12 0 R] /SigFlags 3 /DR << /Font << /F1 5 0 R >>"
            + " >> >> /Outlines 13 0 R /Names << /A (text) /B <FEFF00410042> >> >>");
    objects.add("<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>");
    objects.add(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 9 0 R /Rotate 0 /Annots [10 0 R 11 0 R 12 0 R]"
            + " /Resources << /Font << /F1 5 0 R /F2 7 0 R /F3 15 0 R >> /ColorSpace << /I [/Indexed /DeviceRGB 1 <FF000000FF00>]"
            + " /S [/Separation /Spot /DeviceCMYK 16 0 R] /N [/DeviceN [/A /B] /DeviceRGB 17 0 R]"
            + " /G [/CalGray << /WhitePoint [1 1 1] >>] /R [/CalRGB << /WhitePoint [1 1 1] >>]"
            + " /L [/Lab << /WhitePoint [1 1 1] >>] /P [/Pattern] /C [/ICCBased 19 0 R] >>"
            + " /XObject << /Im 18 0 R >> >> >>");
    objects.add(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents [9 0 R] /Resources << >> >>");
    objects.add(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
    objects.add(
        "<< /Type /FontDescriptor /FontName /Arial /Flags 98 /Style << /Panose <000000000000000000000000> >> /FontBBox [0 0 1000"
            + " 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>");
    objects.add(
        "<< /Type /Font /Subtype /TrueType /BaseFont /Arial /FirstChar 65 /LastChar 66 /Widths [600 600] /FontDescriptor 6 0 R"
            + " /Encoding << /Type /Encoding /Differences [65 /A /B] >> >>");
    objects.add(stream("", "/Tx BMC q BT /F1 10 Tf (in a form) Tj ET Q EMC"));
    objects.add(
        stream(
            "",
            "q 1 0 0 rg 10 10 50 50 re f Q BT /F1 24 Tf 20 100 Td (Hello) Tj /F2 12 Tf 0 20 Td [(A) -20 (B)] TJ ET q 40 0 0 40"
                + " 200 100 cm /Im Do Q q 0.5 g 20 20 m 100 20 l 100 60 l h S Q BI /W 1 /H 1 /CS /G /BPC 8 ID x EI"));
    objects.add(
        "<< /Type /Annot /Subtype /Widget /FT /Tx /Ff 4097 /F 4 /T (name) /V (value) /DA (/F1 10 Tf 0 g) /Rect [10 150 100 170]"
            + " /P 3 0 R /AP << /N 8 0 R >> >>");
    objects.add(
        "<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 131072 /F 4 /T (choice) /Opt [(a) (b)] /V (a) /DA (/F1 10 Tf 0 g) /Rect"
            + " [110 150 200 170] /P 3 0 R >>");
    objects.add(
        "<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /F 4 /T (push) /Rect [210 150 290 170] /P 3 0 R /MK << /CA (go) >>"
            + " >>");
    objects.add("<< /Type /Outlines /First 14 0 R /Last 14 0 R /Count 1 >>");
    objects.add("<< /Title (One) /Parent 13 0 R /Dest [3 0 R /Fit] >>");
    objects.add(
        "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [0.1 0 0 0.1 0 0] /FirstChar 97 /LastChar 97 /Widths"
            + " [10] /Encoding << /Type /Encoding /Differences [97 /sq] >> /CharProcs << /sq 20 0 R >> /Resources << >> >>");
    objects.add("<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 1 0] /N 1 >>");
    objects.add(stream("/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]", "{ 0 }"));
    objects.add(
        stream(
            "/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8",
            "abcd"));
    objects.add(stream("/N 3 /Alternate /DeviceRGB", "no profile"));
    objects.add(stream("", "10 0 0 0 10 10 d1 0 0 10 10 re f"));
    return file(objects);
  }

  private static String stream(String entries, String content) {
    return "<< "
        + entries
        + " /Length "
        + content.length()
        + " >>\nstream\n"
        + content
        + "\nendstream";
  }

  private static String file(List<String> objects) {
    StringBuilder text = new StringBuilder("%PDF-1.7\n");
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < objects.size(); i++) {
      places.add(text.length());
      text.append(i + 1).append(" 0 obj\n").append(objects.get(i)).append("\nendobj\n");
    }
    int table = text.length();
    text.append("xref\n0 ").append(places.size() + 1).append("\n0000000000 65535 f \n");
    places.forEach(place -> text.append("%010d 00000 n \n".formatted(place)));
    text.append("trailer\n<< /Size ").append(places.size() + 1).append(" /Root 1 0 R >>\n");
    return text.append("startxref\n").append(table).append("\n%%EOF\n").toString();
  }
}
