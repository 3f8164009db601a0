package dev.weir.jobs.demo.attacks.page;

import dev.weir.jobs.demo.attacks.Bar;
import dev.weir.jobs.demo.attacks.Result;
import dev.weir.jobs.demo.attacks.world.Target;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The page of {@code weir demo attacks}: for each attack the idea, three bars, the adversary's code, and what stops it. It needs no network
 * and no script.
 *
 * @param results what the attacks have come to
 */
public record AttackPage(List<Result> results) {

    /** The length of a bar that is always right, in units of the drawing. The browser stretches the drawing. */
    private static final int WIDTH = 1000;

    private static final int HEIGHT = 22;

    public AttackPage {
        results = List.copyOf(results);
    }

    /**
     * The page as HTML.
     *
     * @throws IOException if a part of the page is not on the class path
     */
    public String html() throws IOException {
        StringBuilder attacks = new StringBuilder();
        for (Result result : results) {
            attacks.append(section(result));
        }
        return Story.resource("attacks.html")
                .replace("@style@", Story.resource("attacks.css"))
                .replace("@verdict@", escaped(verdict()))
                .replace(
                        "@worlds@",
                        Integer.toString(results.get(0).bars().get(0).worlds()))
                .replace("@attacks@", attacks);
    }

    private String verdict() {
        long outside = results.stream()
                .flatMap(result -> result.bars().stream())
                .filter(bar -> !bar.isInside())
                .count();
        if (!results.stream().allMatch(Result::isRefusing)) {
            return "A restore that had to be refused was not: the same hour was published more than once.";
        }
        return outside == 0
                ? "All bars are where the mathematics puts them: exact figures and naive noise give the answer away, and against Weir no attack gets above its bound."
                : outside + " of the bars are not where the mathematics puts them. They are marked as outside.";
    }

    private static String section(Result result) throws IOException {
        Story story = Story.of(result.attack());
        StringBuilder bars = new StringBuilder();
        result.bars().forEach(bar -> bars.append(figure(bar)));
        String restarts = result.refused() + " of the " + result.restores() + " restores were refused in this run.";
        return """
                <section id="%s">
                <h2>%s</h2>
                <p>%s</p>
                <div class="pair">
                <div>%s</div>
                <div><h3>The adversary's code</h3>
                <pre tabindex="0" aria-label="The adversary's code">%s</pre>
                <h3>What stops it</h3>
                <p>%s</p></div>
                </div>
                </section>
                """.formatted(
                        result.attack(),
                        escaped(story.title()),
                        escaped(story.idea()),
                        bars,
                        escaped(story.code()),
                        escaped(story.stops().replace("@restarts@", restarts)));
    }

    /** The text of a bar stands outside of the drawing, so that it wraps on a narrow page. */
    private static String figure(Bar bar) {
        String outside = bar.isInside() ? "" : " <span class=\"outside\">outside of its band</span>";
        return """
                <div class="figure">
                <p><b>%s</b>: right in %s%s</p>
                %s
                <p class="soft">%s</p>
                <p><code>weir calc %s</code></p>
                </div>
                """.formatted(
                        escaped(bar.target().words()), percent(bar.rate()), outside, drawing(bar), law(bar), bar.law());
    }

    private static String law(Bar bar) {
        String computed = bar.computed().isPresent()
                ? "computed: " + percent(bar.computed().getAsDouble())
                : "computed: there is no formula";
        String bound = bar.bound().isPresent()
                ? "; bound: " + percent(bar.bound().getAsDouble())
                : "; no bound: there is no guarantee";
        return computed + bound;
    }

    private static String drawing(Bar bar) {
        String kind = bar.isInside() ? bar.target().name().toLowerCase(Locale.ROOT) : "outside";
        return format(
                        "<svg viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
                                + "<rect class=\"bar-%s\" y=\"4\" width=\"%.1f\" height=\"%d\"/>",
                        WIDTH, HEIGHT, kind, WIDTH * bar.rate(), HEIGHT - 8)
                + line("coin", OptionalDouble.of(0.5))
                + line("computed", bar.computed())
                + (bar.target() == Target.WEIR ? line("bound", bar.bound()) : "")
                + "</svg>";
    }

    private static String line(String kind, OptionalDouble at) {
        if (at.isEmpty()) {
            return "";
        }
        double x = Math.min(WIDTH - 1, WIDTH * at.getAsDouble());
        return format("<line class=\"%s\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%d\"/>", kind, x, x, HEIGHT);
    }

    private static String percent(double probability) {
        return format("%.1f %%", 100 * probability);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
