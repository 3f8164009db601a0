package dev.weir.jobs.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.counters.Rejection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the splitter with Jackson's strict parser, for verdicts and for the bytes of every field. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonSplitterTest {

    private static final int TEXTS = 60_000;

    private static final FieldNumbers NUMBERS =
            new FieldNumbers(List.of("a", "b", "c.d", "c.e.f", "\u00fc", "c", "a1c2b"));

    private static final String[] PARTS = {
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\\",
        " ",
        "\n",
        "\t",
        "\"a\":",
        "\"b\":",
        "\"c\":{\"d\":",
        "\"e\":{\"f\":",
        "\"\u00fc\":",
        "\"\\u0061\":",
        "\"x\":",
        "\"x\\ud800\":",
        "\"\\ud83d\\ude00\"",
        "\"\ud83d\ude00\"",
        "\"\\ude00\\ud83d\"",
        "\"\\ud83d\"",
        "\"\"",
        "\"text\"",
        "\"\\n\\\"\\\\\\/\\b\\f\\r\\t\"",
        "\"\\u00e4\\u20AC\"",
        "\"\\u007f\\u0080\\u07ff\\u0800\\uffff\\ud800\\udc00\\udbff\\udfff\"",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\u0001",
        "true",
        "false",
        "null",
        "tru",
        "NaN",
        "0",
        "-0",
        "12",
        "-3.25",
        "1e5",
        "1E-7",
        "01",
        "1.",
        ".5",
        "-",
        "+1",
        "1e",
        "\ufeff",
        "\u007f",
        "//",
        "'",
        "1e+400"
    };

    private final JsonSplitter own = new JsonSplitter(NUMBERS);
    private final LibraryJsonSplitter library = new LibraryJsonSplitter(NUMBERS);

    private static List<Object> answer(Splitter splitter, byte[] bytes) {
        Fields fields = new Fields(NUMBERS.count());
        @Nullable Rejection code = splitter.split(bytes, fields);
        List<Object> answer = new ArrayList<>();
        answer.add(String.valueOf(code));
        for (int field = 0; field < NUMBERS.count() && code == null; field++) {
            answer.add(fields.isText(field) ? fields.text(field) : fields.isOther(field));
        }
        return answer;
    }

    private void assertAsTheLibrary(String text) {
        assertAsTheLibrary(text.getBytes(StandardCharsets.UTF_8));
    }

    private void assertAsTheLibrary(byte[] bytes) {
        assertThat(answer(own, bytes))
                .as(new String(bytes, StandardCharsets.ISO_8859_1))
                .isEqualTo(answer(library, bytes));
    }

    private Object code(String text) {
        assertAsTheLibrary(text);
        return answer(own, text.getBytes(StandardCharsets.UTF_8)).get(0);
    }

    @Test
    void random_objects_with_broken_places_are_read_as_the_library_reads_them() {
        SplittableRandom random = new SplittableRandom(11);
        int read = 0;
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder(object(random, 0));
            for (int fault = random.nextInt(3); fault > 0; fault--) {
                int at = random.nextInt(text.length() + 1);
                int end = Math.min(text.length(), at + random.nextInt(3));
                text.replace(at, end, random.nextBoolean() ? PARTS[random.nextInt(PARTS.length)] : "");
            }
            read += code(text.toString()).equals("null") ? 1 : 0;
        }
        assertThat(read).isBetween(TEXTS / 10, TEXTS * 9 / 10);
    }

    @Test
    void objects_with_a_changed_byte_are_read_as_the_library_reads_them() {
        SplittableRandom random = new SplittableRandom(13);
        for (int i = 0; i < TEXTS / 3; i++) {
            byte[] bytes = object(random, 0).getBytes(StandardCharsets.UTF_8);
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            assertAsTheLibrary(bytes);
        }
    }

    private static String object(SplittableRandom random, int depth) {
        List<String> names = List.of("a", "b", "c", "d", "e", "f", "\u00fc", "\\u0062", "x", "y\\n", "a1c2b", "a2c1b");
        return IntStream.range(0, random.nextInt(5))
                .mapToObj(i -> "\"" + names.get(random.nextInt(names.size())) + "\" :" + value(random, depth))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String value(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth > 2 ? 2 : 5)) {
            case 0 -> "\"k\\u00e9 " + random.nextInt(9) + "\ud83d\ude00\"";
            case 1 -> random.nextInt(100) + (random.nextBoolean() ? "" : ".5e3");
            case 2 -> List.of("true", "false", "null", "[]", "[1,{\"a\":[2]}]").get(random.nextInt(5));
            default -> object(random, depth + 1);
        };
    }

    @Test
    void random_parts_are_read_as_the_library_reads_them() {
        SplittableRandom random = new SplittableRandom(12);
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder(random.nextBoolean() ? "{\"a\":" : "");
            for (int parts = random.nextInt(6); parts > 0; parts--) {
                text.append(PARTS[random.nextInt(PARTS.length)]);
            }
            assertAsTheLibrary(text.append(random.nextBoolean() ? "}" : "").toString());
        }
    }

    @ParameterizedTest
    @CsvSource({"1000,true", "1001,false"})
    void objects_and_arrays_nest_up_to_a_thousand_levels(int depth, boolean isRead) {
        String objects = "{\"x\":".repeat(depth - 1) + "{}" + "}".repeat(depth - 1);
        String arrays = "{\"x\":" + "[".repeat(depth - 1) + "]".repeat(depth - 1) + "}";
        assertThat(List.of(code(objects), code(arrays))).containsOnly(isRead ? "null" : "MALFORMED");
    }

    @Test
    void the_nesting_of_a_record_takes_no_stack() throws Exception {
        byte[] bytes = ("{\"x\":".repeat(999) + "{}" + "}".repeat(999)).getBytes(StandardCharsets.UTF_8);
        AtomicReference<String> code = new AtomicReference<>("overflow");
        Thread reader =
                new Thread(null, () -> code.set(answer(own, bytes).get(0).toString()), "reader", 160 << 10);
        reader.setUncaughtExceptionHandler((thread, overflow) -> {});
        reader.start();
        reader.join();
        assertThat(code).hasValue("null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "\u00fc", "\ud83d\ude00", "\\n", "\\u00fc", "\\ud83d\\ude00"})
    void names_have_up_to_50_000_code_units(String character) {
        int units = character.startsWith("\\ud83d") || character.startsWith("\ud83d") ? 2 : 1;
        String most = character.repeat(50_000 / units);
        assertThat(code("{\"" + most + "\":1}")).isEqualTo("null");
        assertThat(code("{\"" + most + "x\":1}")).isEqualTo("MALFORMED");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 18, 200})
    void a_second_name_of_an_object_is_found_among_any_number(int names) {
        String distinct = IntStream.range(0, names)
                .mapToObj(i -> "\"n" + i + "\":{\"n" + i + "\":" + i + "}")
                .collect(Collectors.joining(","));
        assertThat(code("{" + distinct + "}")).isEqualTo("null");
        assertThat(code("{" + distinct + ",\"n" + names / 2 + "\":0}")).isEqualTo("MALFORMED");
        assertThat(code("{" + distinct + ",\"\\u006e" + names / 2 + "\":0}")).isEqualTo("MALFORMED");
        assertThat(code("{\"\\ud800\":1," + distinct + ",\"\\ud801\":0,\"?\":1,\"\ufffd\":2}"))
                .isEqualTo("null");
    }

    /** The library takes the lower byte of the letter, an A, for the digit. */
    @Test
    void a_letter_beyond_ascii_is_no_hexadecimal_digit() {
        byte[] bytes = "{\"a\":\"\\u004\u0141\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(answer(own, bytes).get(0)).isEqualTo("MALFORMED");
        assertThat(answer(library, bytes).get(1)).isEqualTo("J");
    }
}
