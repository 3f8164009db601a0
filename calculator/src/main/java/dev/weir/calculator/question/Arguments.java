package dev.weir.calculator.question;

import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The texts that were given for the options of one question. Each text is read and checked when a calculation asks for the option's value.
 */
public final class Arguments {

    private final Map<String, String> given;
    private final Set<String> asked = new LinkedHashSet<>();

    /**
     * Creates the arguments of a question.
     *
     * @param given the texts by the name under which each option was given, with underscores; a blank text counts as
     * not given
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

    /** The name under which an option was given, even if the text is blank; the option's main name if the option was not given. */
    String spelling(Option<?> option) {
        return option.names().stream().filter(given::containsKey).findFirst().orElse(option.name());
    }

    /**
     * The value of an option, or the option's default if the option is not given.
     *
     * @param <T> the type of the value
     * @param option the option
     * @throws InvalidOption if there is neither a text nor a default, or the text violates the option's declaration
     */
    public <T> T get(Option<T> option) {
        return find(option).or(option::otherwise).orElseThrow(() -> option.invalid("must be given"));
    }

    /**
     * The value of an option that is not required; empty if the option is not given. The option's default is not used.
     *
     * @param <T> the type of the value
     * @param option the option
     * @throws InvalidOption if the text violates the option's declaration
     */
    public <T> Optional<T> find(Option<T> option) {
        return has(option) ? Optional.of(option.read(text(option))) : Optional.empty();
    }

    /**
     * The value of an option whose range depends on other options.
     *
     * @param <T> the type of the value
     * @param option the option
     * @param range the range of the value
     * @throws InvalidOption if there is neither a text nor a default, or the value is not in the range
     */
    public <T> T get(Option<T> option, Range range) {
        return get(option.in(range));
    }

    /** The name of the first given option that the calculation has not asked for; an empty text if there is none. */
    public String unused() {
        return given.keySet().stream()
                .filter(name -> !asked.contains(name))
                .findFirst()
                .orElse("");
    }
}
