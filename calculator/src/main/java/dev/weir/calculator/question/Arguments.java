package dev.weir.calculator.question;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the options of one question were given, as text. Each is read and checked when a calculation asks for it. */
public final class Arguments {

    private final Map<String, String> given;
    private final Set<String> asked = new LinkedHashSet<>();

    /**
     * What was given.
     *
     * @param given texts by the name that was used, with underscores; a blank text is none
     */
    public Arguments(Map<String, String> given) {
        this.given = given;
    }

    /**
     * Whether an option was given.
     *
     * @param option the option
     */
    public boolean has(Option<?> option) {
        asked.addAll(option.names());
        return !text(option).isEmpty();
    }

    private String text(Option<?> option) {
        return given.getOrDefault(spelling(option), "").strip();
    }

    /** The name by which an option was given, even if without a text; else the one that people use. */
    String spelling(Option<?> option) {
        return option.names().stream().filter(given::containsKey).findFirst().orElse(option.name());
    }

    /**
     * The value of an option, or the one that it has if it is not given.
     *
     * @param <T> what its text is read as
     * @param option the option
     * @throws InvalidOption if there is none, or it is not what the option's declaration says
     */
    public <T> T get(Option<T> option) {
        return find(option).or(option::otherwise).orElseThrow(() -> option.invalid("must be given"));
    }

    /**
     * The value of an option that a formula does without; empty if it is not given.
     *
     * @param <T> what its text is read as
     * @param option the option
     * @throws InvalidOption if it is not what the option's declaration says
     */
    public <T> Optional<T> find(Option<T> option) {
        return has(option) ? Optional.of(option.read(text(option))) : Optional.empty();
    }

    /**
     * The value of an option whose range depends on other options.
     *
     * @param <T> what its text is read as
     * @param option the option
     * @param range the range of its numbers
     * @throws InvalidOption if there is none, or it is not in the range
     */
    public <T> T get(Option<T> option, Range range) {
        return get(option.in(range));
    }

    /** The name of the first option that was given and that the answer did not depend on, or an empty text. */
    public String unused() {
        return given.keySet().stream()
                .filter(name -> !asked.contains(name))
                .findFirst()
                .orElse("");
    }
}
