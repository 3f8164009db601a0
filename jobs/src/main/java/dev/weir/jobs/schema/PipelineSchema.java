package dev.weir.jobs.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Source;
import dev.weir.operators.encoding.UnitForm;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * The JSON Schema (draft 2020-12) of pipeline files: the fields, those that are required for every purpose, and the
 * form of their values. A file that the reader takes is valid. The reverse does not hold: the reader knows more rules.
 */
public final class PipelineSchema {

    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

    private PipelineSchema() {}

    /** The schema as text, indented, with a line end. */
    public static String text() {
        try {
            return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(node()) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree cannot fail to be written", e);
        }
    }

    private static ObjectNode node() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.put("$schema", DRAFT);
        schema.put("title", "Weir pipeline");
        schema.setAll(pipeline());
        return schema;
    }

    private static ObjectNode pipeline() {
        return new Shape()
                .must("pipeline", Types.name())
                .must(
                        "domain",
                        new Shape()
                                .must("name", Types.name())
                                .may("budget", QuerySchema.budget())
                                .node())
                .must("source", source())
                .may("clock", clock())
                .must(
                        "privacy",
                        new Shape()
                                .must("unit", Types.choice(PrivacyUnit.values()))
                                .must("budget", QuerySchema.budget())
                                .node())
                .must("queries", Types.list(QuerySchema.any()))
                .may("sink", sink())
                .may("limits", limits())
                .may("checkpoint", checkpoint())
                .node();
    }

    private static ObjectNode source() {
        return new Shape()
                .may("kafka", kafka())
                .must("format", Types.choice(Source.Format.values()))
                .may("delimiter", delimiter())
                .may("columns", Types.list(Types.text()).put("uniqueItems", true))
                .must("time", Types.text())
                .may("unit", Types.text())
                .may("unit-form", Types.choice(UnitForm.values()))
                .may("unit-was", Types.text())
                .node();
    }

    private static ObjectNode delimiter() {
        return Types.choice(Arrays.stream(Source.Delimiter.values())
                .flatMap(known -> Stream.of(known.spelled(), String.valueOf(known.sign())))
                .toList());
    }

    private static ObjectNode kafka() {
        return new Shape()
                .may("brokers", Types.matching("^[^\\s,:]+:[0-9]{1,5}(,[^\\s,:]+:[0-9]{1,5})*$"))
                .may("topic", Types.topic())
                .may("start", Types.choice(Source.Start.values()))
                .may(Types.text(), "group", "properties-file")
                .node();
    }

    private static ObjectNode clock() {
        return new Shape()
                .must("by", Types.choice(Clock.By.values()))
                .may(Types.duration(), "delay", "max-skew", "idle", "hold")
                .may(Types.instant(), "start", "until")
                .may("trusted", Types.truth())
                .node();
    }

    private static ObjectNode sink() {
        ObjectNode topics = new Shape()
                .may(Types.topic(), "topic", "withheld", "dead-letter", "ledger")
                .may("skip-present", Types.truth())
                .node();
        return new Shape().may("kafka", topics).node();
    }

    private static ObjectNode limits() {
        return new Shape()
                .may(Types.whole(1), "record-bytes", "key-bytes", "unit-bytes")
                .node();
    }

    private static ObjectNode checkpoint() {
        return new Shape()
                .may("every", Types.duration())
                .may("dir", Types.matching("^[A-Za-z][A-Za-z0-9+.-]*:.*"))
                .node();
    }
}
