package dev.weir.accountant.privacy;

/**
 * The exception for a parameter of the configuration that is out of range. The message is {@code name must be rule, was
 * value}.
 *
 * <p>The value comes from configuration, never from a record, a key or a privacy unit. A parameter whose value is as
 * sensitive as the data, such as the votes of PATE, is refused without its value: {@link #withoutValue}.
 */
public final class InvalidParameter extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final String rule;
    private final String complaint;

    private InvalidParameter(String name, String rule, String complaint) {
        super(name + " " + complaint);
        this.name = name;
        this.rule = rule;
        this.complaint = complaint;
    }

    /**
     * Creates the exception for a refused parameter.
     *
     * @param name the name of the parameter
     * @param rule the rule for the parameter, as it reads after "must be": {@code above 0 and finite}
     * @param value the refused value; only its text is kept
     */
    public InvalidParameter(String name, String rule, Object value) {
        this(name, rule, "must be " + rule + ", was " + value);
    }

    /**
     * Creates the exception for a refused parameter whose value may not be shown. The message is {@code name must be
     * rule}.
     *
     * @param name the name of the parameter
     * @param rule the rule for the parameter, as it reads after "must be"
     */
    public static InvalidParameter withoutValue(String name, String rule) {
        return new InvalidParameter(name, rule, "must be " + rule);
    }

    /** The name of the parameter. */
    public String name() {
        return name;
    }

    /** The rule for the parameter, as it reads after "must be". */
    public String rule() {
        return rule;
    }

    /** The message: {@code name must be rule, was value}; without the last part if the value may not be shown. */
    @Override
    public String getMessage() {
        return name + " " + complaint;
    }

    /**
     * The message without the name, for callers that know the parameter by another name: {@code must be rule, was
     * value}; without the last part if the value may not be shown.
     */
    public String complaint() {
        return complaint;
    }
}
