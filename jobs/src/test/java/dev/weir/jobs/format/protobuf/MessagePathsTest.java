package dev.weir.jobs.format.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.weir.operators.time.text.TimeFormat;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which fields of a message are read, and what tells where they are found. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MessagePathsTest {

    private static final MessagePaths PATHS = new MessagePaths(Trips.TYPE);

    /** The paths of the message after a change of the text of its file. */
    private static MessagePaths changed(UnaryOperator<String> change) throws Exception {
        FileDescriptorProto file = com.google.protobuf.TextFormat.parse(
                change.apply(Trips.SET.getFile(2).toString()), FileDescriptorProto.class);
        FileDescriptorSet set = Trips.SET.toBuilder().setFile(2, file).build();
        return new MessagePaths(
                DescriptorSet.of(set.toByteArray()).message(Trips.NAME).orElseThrow());
    }

    @Test
    void every_field_of_the_samples_can_be_read() {
        assertThat(Trips.FIELDS)
                .allSatisfy(field -> assertThat(PATHS.problem(field)).isEmpty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            zones     | must have the field zones; did you mean zone?
            rider.idx | must have the field rider.idx; did you mean rider.id?
            rider     | must have a number, text, time, enum or truth value as rider, has message
            stops     | must have a number, text, time, enum or truth value as stops, has repeated int32
            blob      | must have a number, text, time, enum or truth value as blob, has bytes
            tags      | must have a number, text, time, enum or truth value as tags, has repeated message
            zone.x    | must have the field zone.x
            stops.x   | must have the field stops.x
            """)
    void a_field_that_cannot_be_read_is_told_by_its_name_and_type(String field, String problem) {
        assertThat(PATHS.problem(field))
                .hasValueSatisfying(rule -> assertThat(rule).startsWith(problem));
    }

    @Test
    void a_point_in_time_is_iso() {
        assertThat(PATHS.timeProblem("at", TimeFormat.of("milliseconds"))).isPresent();
        assertThat(PATHS.timeProblem("at", TimeFormat.of("iso"))).isEmpty();
        assertThat(PATHS.timeProblem("i64", TimeFormat.of("milliseconds"))).isEmpty();
    }

    @Test
    void a_field_is_found_by_the_numbers_of_its_path_and_its_encoding() {
        assertThat(PATHS.place("rider.next.id")).isEqualTo("1000.4.3 as uint or default");
        assertThat(PATHS.place("kind")).isEqualTo("15 as enum 0=DAY 7=NIGHT or default");
        assertThat(PATHS.place("$key")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"number: 14", "TYPE_STRING"})
    void another_number_or_encoding_is_another_place(String part) throws Exception {
        MessagePaths other = changed(file -> file.replaceFirst(
                "(?s)(name: \"zone\".{0,60}?)" + part,
                "$1" + (part.equals("TYPE_STRING") ? "TYPE_BYTES" : "number: 114")));
        assertThat(other.place("zone")).isNotEmpty().isNotEqualTo(PATHS.place("zone"));
        assertThat(other.place("i64")).isEqualTo(PATHS.place("i64"));
    }

    @Test
    void a_wider_type_with_the_same_encoding_is_the_same_place() throws Exception {
        assertThat(changed(file -> file.replaceFirst("TYPE_INT32", "TYPE_INT64"))
                        .place("i32"))
                .isEqualTo(PATHS.place("i32"));
    }

    @Test
    void a_set_without_imports_and_a_file_that_is_none_are_told() throws InvalidProtocolBufferException {
        byte[] alone = FileDescriptorSet.newBuilder()
                .addFile(Trips.SET.getFile(2))
                .build()
                .toByteArray();
        assertThatThrownBy(() -> DescriptorSet.of(alone))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--include_imports")
                .hasMessageEndingWith("lacks google/protobuf/timestamp.proto");
        assertThatThrownBy(() -> DescriptorSet.of("syntax = \"proto3\";".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be a descriptor set of protoc (--descriptor_set_out)");
    }
}
