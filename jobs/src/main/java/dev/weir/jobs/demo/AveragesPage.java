package dev.weir.jobs.demo;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * The page of {@code weir demo averages}. It draws one bar for each way of averaging, on a logarithmic scale of powers
 * of ten. It needs no network and no script.
 */
public final class AveragesPage {

    /** The length of the scale in units of the drawing. The browser stretches the drawing to the width of the page. */
    private static final int WIDTH = 1000;

    private static final int BAR = 20;

    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Four private averages</title>
            <style>
            :root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --soft: #57606a; --a: #0550ae; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --soft: #b1bac4; --a: #79c0ff; } }
            body { color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
            svg { display: block; width: 100%; height: 20px; }
            .way { margin: 0.9rem 0 0.2rem; font-size: 15px; overflow-wrap: anywhere; display: flex; justify-content: space-between; gap: 1rem; align-items: end; }
            .way span:last-child { flex: none; text-align: right; font-variant-numeric: tabular-nums; }
            .soft { color: var(--soft); }
            h1 { font-size: 1.6rem; line-height: 1.25; }
            .axis { display: flex; justify-content: space-between; font-size: 14px; color: var(--soft); }
            .axis span { flex: 0 0 0; min-width: 0; display: flex; justify-content: center; white-space: nowrap; }
            .axis span:first-child { justify-content: flex-start; } .axis span:last-child { justify-content: flex-end; }
            details { margin: 1.5rem 0; } summary { cursor: pointer; font-weight: 600; }
            rect { fill: var(--a); fill-opacity: 0.75; }
            line { stroke: currentColor; stroke-opacity: 0.25; vector-effect: non-scaling-stroke; }
            </style></head><body><main>
            <h1>Four averages of @records@ values, epsilon 1 for a record</h1>
            <p>How far each is from the truth. Each line is ten times as far as the one before.</p>
            @picture@
            <details><summary>Why, and how this was measured</summary>
            <p>A bar is the root of the mean square error of @trials@ draws. The values, from 0 to 1, are made up, which is why the truth may be known
            here.</p>
            <p>Noise on an average must hide one value whatever the number of records is, so more records do not help. A sum and a count
            split epsilon; about the middle of the range a record moves the sum by half as much. <code>mean</code> adds up what each value is
            above the low end and below the high end of its range: both together are the same for every record, so one epsilon pays
            for both, and their sum is the count.</p></details>
            </main></body></html>
            """;

    private final int records;
    private final int trials;
    private final List<Averages.Way> ways;

    /**
     * Creates the page of measured errors.
     *
     * @param records how many values were averaged
     * @param trials how often each average was drawn
     * @param ways the ways and their errors, at least one
     */
    public AveragesPage(int records, int trials, List<Averages.Way> ways) {
        this.records = records;
        this.trials = trials;
        this.ways = List.copyOf(ways);
    }

    /** Returns the page as HTML. */
    public String html() {
        return PAGE.replace("@records@", Integer.toString(records))
                .replace("@trials@", Integer.toString(trials))
                .replace("@picture@", picture());
    }

    private int lowest() {
        return (int) Math.floor(
                Math.log10(ways.stream().mapToDouble(Averages.Way::error).min().orElse(1)) - 0.3);
    }

    private int highest() {
        return (int) Math.ceil(
                Math.log10(ways.stream().mapToDouble(Averages.Way::error).max().orElse(1)));
    }

    private double x(double error) {
        return WIDTH * (Math.log10(error) - lowest()) / (highest() - lowest());
    }

    /**
     * Returns the bars and the axis as HTML. Names and errors are text of the page, not of the drawings, so that they
     * wrap on a narrow page.
     */
    private String picture() {
        StringBuilder rows = new StringBuilder();
        for (Averages.Way way : ways) {
            rows.append(row(way));
        }
        rows.append("<div class=\"axis\">");
        for (int power = lowest(); power <= highest(); power++) {
            rows.append(format(
                    "<span>%s</span>", BigDecimal.ONE.scaleByPowerOfTen(power).toPlainString()));
        }
        return rows.append("</div>").toString();
    }

    private String row(Averages.Way way) {
        double factor = ways.get(0).error() / way.error();
        return format(
                "<p class=\"way\"><span><b>%s</b> %s</span> <span><b>%s</b>%s</span></p>%s%n",
                way.name(),
                way.how(),
                format("%.3g", way.error()),
                factor < 1.5 ? "" : format("<br><span class=\"soft\">%.0f times closer</span>", factor),
                bar(way));
    }

    private String bar(Averages.Way way) {
        StringBuilder svg = new StringBuilder(format(
                "<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"%.1f\" height=\"%d\"/>",
                WIDTH, BAR, x(way.error()), BAR));
        for (int power = lowest(); power <= highest(); power++) {
            double x = x(Math.pow(10, power));
            svg.append(format("<line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>", x, x, BAR));
        }
        return svg.append("</svg>").toString();
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
