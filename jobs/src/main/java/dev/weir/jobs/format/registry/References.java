package dev.weir.jobs.format.registry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Asks for the schemas that others refer to. All questions through one object take a bounded time together, so that nobody who registers schemas can
 * make a view of a subject take as long as they like.
 */
final class References {

    /** The most schemas that one may refer to. */
    private static final int MOST = 32;

    private static final int MOST_CHARACTERS = 1 << 20;

    /** Asks a registry. */
    @FunctionalInterface
    interface Asking {

        /**
         * Asks for a version of a subject.
         *
         * @param subject the subject
         * @param version the version
         * @param longest the longest time to the last byte of the answer
         */
        RegistryReply ask(String subject, int version, Duration longest) throws RegistrySilent, InterruptedException;
    }

    /** What has become of the schemas that one refers to. */
    enum State {
        /** All are told. */
        TOLD,
        /** One is not told in the time, or with an error of the server. It may be told later. */
        SLOW,
        /** There was no time left to ask for all of them. */
        UNASKED,
        /** One is not there, or they are too many or too long: they will not be told. */
        EXCLUDED
    }

    /**
     * The schemas that one refers to.
     *
     * @param state what has become of them
     * @param imports the schemas by the names under which they are imported, if all are told
     */
    record Found(State state, Map<String, String> imports) {

        Found {
            imports = Map.copyOf(imports);
        }
    }

    private final Asking asking;
    private final Duration most;
    private Duration left;

    /**
     * @param asking asks the registry
     * @param most the longest time of all questions together
     */
    References(Asking asking, Duration most) {
        this.asking = asking;
        this.most = most;
        this.left = most;
    }

    /** Whether no time is left for questions. */
    boolean isOver() {
        return left.isZero();
    }

    /**
     * Asks for the schemas that one refers to, and those that these refer to.
     *
     * @param references what the registry tells with the schema
     */
    Found find(JsonNode references) throws InterruptedException {
        if (references.isEmpty()) {
            return new Found(State.TOLD, Map.of());
        }
        boolean hasAll = left.equals(most);
        try {
            return imports(references)
                    .map(imports -> new Found(State.TOLD, imports))
                    .orElseGet(() -> new Found(State.EXCLUDED, Map.of()));
        } catch (RegistrySilent e) {
            return new Found(isOver() && !hasAll ? State.UNASKED : State.SLOW, Map.of());
        }
    }

    /** Returns no value if one will not be told, or they are too many or too long. */
    private Optional<Map<String, String>> imports(JsonNode references) throws RegistrySilent, InterruptedException {
        Map<String, String> imports = new TreeMap<>();
        Deque<JsonNode> open = new ArrayDeque<>();
        references.forEach(open::add);
        int characters = 0;
        while (!open.isEmpty()) {
            JsonNode reference = open.remove();
            String name = reference.path("name").asText();
            if (imports.containsKey(name)) {
                continue;
            }
            if (imports.size() == MOST) {
                return Optional.empty();
            }
            RegistryReply reply = asked(reference);
            String text = reply.body().path("schema").asText();
            characters += text.length();
            if (reply.isNoSchema() || characters > MOST_CHARACTERS) {
                return Optional.empty();
            }
            imports.put(name, text);
            reply.body().path("references").forEach(open::add);
        }
        return Optional.of(imports);
    }

    private RegistryReply asked(JsonNode reference) throws RegistrySilent, InterruptedException {
        if (isOver()) {
            throw new RegistrySilent("has no time left");
        }
        long begun = System.nanoTime();
        try {
            RegistryReply reply = asking.ask(
                    reference.path("subject").asText(),
                    reference.path("version").asInt(),
                    left);
            if (!reply.isOk() && !reply.isNoSchema()) {
                throw new RegistrySilent(reply.why());
            }
            return reply;
        } finally {
            Duration rest = left.minusNanos(System.nanoTime() - begun);
            left = rest.isNegative() ? Duration.ZERO : rest;
        }
    }
}
