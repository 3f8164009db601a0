package dev.weir.jobs.kafka.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.jobs.output.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The record of a domain in the register of domains: names of topics, and the newest entry of the domain's ledger. It has no
 * data of records or releases.
 *
 * <p>Bytes: a JSON object of the fields {@code form} (the number of this form, {@value #FORM}), {@code domain},
 * {@code ledger}, {@code inputs}, {@code entry} and {@code digest}.
 *
 * @param domain the name of the domain
 * @param ledger the topic of the domain's ledger
 * @param inputs the topics that the domain's pipelines have ever read, as far as they are known: a job of the Java API does
 *     not tell its topics
 * @param entry the newest entry of the domain's own chain in the ledger
 */
record RegisteredDomain(String domain, String ledger, Set<String> inputs, ChainTip entry) {

    private static final int FORM = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    RegisteredDomain {
        inputs = Set.copyOf(inputs);
    }

    byte[] bytes() {
        String text = JsonText.write(json -> {
            json.writeStartObject();
            json.writeNumberField("form", FORM);
            json.writeStringField("domain", domain);
            json.writeStringField("ledger", ledger);
            json.writeArrayFieldStart("inputs");
            for (String input : new TreeSet<>(inputs)) {
                json.writeString(input);
            }
            json.writeEndArray();
            json.writeNumberField("entry", entry.sequence());
            json.writeStringField("digest", entry.hash().toString());
            json.writeEndObject();
        });
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Decodes a record; empty if the bytes have no form that this build knows. */
    static Optional<RegisteredDomain> of(byte[] bytes) {
        try {
            JsonNode json = JSON.readTree(bytes);
            return json.path("form").asInt() == FORM ? Optional.of(of(json)) : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static RegisteredDomain of(JsonNode json) {
        Set<String> inputs = new TreeSet<>();
        json.path("inputs").forEach(input -> inputs.add(input.asText()));
        ChainHash digest =
                ChainHash.of(HexFormat.of().parseHex(json.path("digest").asText()));
        return new RegisteredDomain(
                json.path("domain").asText(),
                json.path("ledger").asText(),
                inputs,
                new ChainTip(json.path("entry").asLong(), digest));
    }
}
