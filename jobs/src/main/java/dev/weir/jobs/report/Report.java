package dev.weir.jobs.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.explain.PlainWords;
import dev.weir.jobs.version.Build;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code report.html}: one page that needs no network. It holds only the released rows and the card, so it is as
 * public as the rows. With a {@link Picture} it also holds figures of the demo's synthetic data.
 *
 * <p>All text from configuration is escaped: in the card as HTML text, and in the page's data by replacing {@code <} with its
 * escape sequence, so that no key can end the script that holds the data.
 */
public final class Report {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern PLACE = Pattern.compile("@([a-z]+)@");

    /** The modules of D3 that the page draws with, each after those it uses. */
    private static final List<String> LIBRARY = List.of(
            "d3-array/3.2.4/dist/d3-array",
            "d3-color/3.1.0/dist/d3-color",
            "d3-interpolate/3.0.1/dist/d3-interpolate",
            "d3-format/3.1.2/dist/d3-format",
            "d3-time/3.1.0/dist/d3-time",
            "d3-time-format/4.1.0/dist/d3-time-format",
            "d3-scale/4.0.2/dist/d3-scale",
            "d3-path/3.1.0/dist/d3-path",
            "d3-shape/3.2.0/dist/d3-shape");

    /** The scripts of the page, in the order of loading. At load time, each script uses only the scripts before it. */
    private static final List<String> SCRIPTS = List.of(
            "base",
            "times",
            "model",
            "measures",
            "shapes",
            "svg",
            "axes",
            "cursor",
            "lines",
            "bars",
            "picked",
            "fit",
            "save",
            "widths",
            "large",
            "multiples",
            "tree",
            "keys",
            "choices",
            "picture",
            "report");

    private static final int MOST_NAMED = 4;
    private static final DateTimeFormatter MADE =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Card card;
    private final boolean isPrivate;
    private final @Nullable Picture picture;

    /**
     * Creates a report.
     *
     * @param card the card of the pipeline
     * @param isPrivate whether the same folder has exact totals; the page then says that the folder must not be published
     * @param picture the picture of the demo; null for other pipelines
     */
    public Report(Card card, boolean isPrivate, @Nullable Picture picture) {
        this.card = card;
        this.isPrivate = isPrivate;
        this.picture = picture;
    }

    /**
     * Returns the page for the rows of a file.
     *
     * @param released the file, in the format of {@code released.jsonl}
     * @throws IOException if the file cannot be read
     */
    public String html(Path released) throws IOException {
        ObjectNode data = data(released);
        String about = about(data);
        PlainWords words = card.plainWords();
        return fill(Map.ofEntries(
                Map.entry("title", Markup.escaped(about + "; " + words.title())),
                Map.entry("heading", Markup.escaped(about)),
                Map.entry("notice", notice()),
                Map.entry("brief", Markup.escaped(words.brief())),
                Map.entry("announced", AnnouncedKeys.of(data.get("card"), data.get("queries"))),
                Map.entry("table", PlainTable.of(data.get("queries"))),
                Map.entry("promise", items(words.sentences())),
                Map.entry("card", Markup.escaped(card.text())),
                Map.entry("source", Markup.escaped(data.at("/source/words").asText())),
                Map.entry("chartstyle", resource("chart.css")),
                Map.entry("style", resource("report.css")),
                Map.entry("library", library()),
                Map.entry("script", scripts()),
                Map.entry("data", inert(data))));
    }

    private static String about(ObjectNode data) {
        String days = Days.of(data.get("queries"))
                .map(found -> "noisy " + figures(data) + " of " + found.words())
                .orElse("nothing was released");
        return data.at("/card/pipeline").asText() + ": " + days;
    }

    /** Returns the names of the released values; "figures" if there are more than {@link #MOST_NAMED}. */
    private static String figures(ObjectNode data) {
        Set<String> distinct = new LinkedHashSet<>();
        for (JsonNode query : data.get("queries")) {
            query.get("values").forEach(value -> distinct.add(value.path("name").asText()));
        }
        List<String> names = List.copyOf(distinct);
        int last = names.size() - 1;
        if (names.isEmpty() || names.size() > MOST_NAMED) {
            return "figures";
        }
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    private static String items(List<String> sentences) {
        return sentences.stream()
                .map(sentence -> "<li>" + Markup.escaped(sentence) + "</li>")
                .collect(Collectors.joining("\n"));
    }

    private static String scripts() throws IOException {
        StringBuilder scripts = new StringBuilder();
        for (String name : SCRIPTS) {
            scripts.append(resource(name + ".js"));
        }
        return scripts.toString();
    }

    private static String library() throws IOException {
        StringBuilder library = new StringBuilder();
        for (String module : LIBRARY) {
            library.append(resource("/META-INF/resources/webjars/" + module + ".min.js"))
                    .append('\n');
        }
        return library.toString();
    }

    private ObjectNode data(Path released) throws IOException {
        ObjectNode data = JSON.createObjectNode();
        data.set("card", JSON.readTree(card.json()));
        data.putObject("source").put("words", source(data.at("/card/pipeline").asText()));
        data.set("widths", Widths.of(data.get("card")));
        data.set("reads", JSON.valueToTree(card.reads()));
        data.set("queries", new Series(card).of(released));
        if (picture != null) {
            data.set("picture", JSON.valueToTree(picture));
        }
        return data;
    }

    /** Says where the figures are from, and when the page was made. */
    private static String source(String pipeline) throws IOException {
        return "Source: pipeline " + pipeline + ", Weir " + Build.version() + ", page made "
                + MADE.format(Instant.now()) + " UTC.";
    }

    private String notice() {
        return isPrivate
                ? "<p class=\"warning\" role=\"note\">Private: exact totals were written beside this page. Do not publish"
                        + " this folder.</p>"
                : "";
    }

    /** The data of the page's scripts, which draw figures: queries that release keys alone have none. */
    private static String inert(ObjectNode data) throws JsonProcessingException {
        ArrayNode drawn = JSON.createArrayNode();
        for (JsonNode query : data.get("queries")) {
            if (!AnnouncedKeys.isOfKeysAlone(query)) {
                drawn.add(query);
            }
        }
        ObjectNode all = JSON.createObjectNode();
        all.setAll(data);
        all.set("queries", drawn);
        return JSON.writeValueAsString(all).replace("<", "\\u003c");
    }

    private static String fill(Map<String, String> places) throws IOException {
        return PLACE.matcher(resource("report.html"))
                .replaceAll(match -> Matcher.quoteReplacement(places.getOrDefault(match.group(1), "")));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in =
                Report.class.getResourceAsStream(name.startsWith("/") ? name : "/dev/weir/jobs/report/" + name)) {
            if (in == null) {
                throw new IOException("the report's " + name + " must be on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
