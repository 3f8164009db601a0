package dev.weir.jobs.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The JSON Schema (draft 2020-12) of pipeline files. It states the fields, which of them are required for every
 * purpose, and the form of their values. Every file that the reader accepts is valid. A valid file may still be
 * refused, because the reader checks more rules.
 */
public final class PipelineSchema {

    private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

    private PipelineSchema() {}

    /** Returns the schema as indented text with a line end. */
    public static String text() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", DRAFT);
        schema.put("title", "Weir pipeline");
        schema.putAll(new MapType(PipelineKinds.shapes()).schema());
        try {
            return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(schema) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree cannot fail to be written", e);
        }
    }
}
