package dev.weir.calculator.question;

/** The exception for an option that is missing or has an invalid value. The command line prints its message. */
public final class InvalidOption extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String option;
    private final String complaint;

    /**
     * Creates the exception.
     *
     * @param option the option's name, with underscores
     * @param complaint the text {@code must be range, was value} about the option's value, or a whole sentence about a
     *     part of the value
     */
    public InvalidOption(String option, String complaint) {
        super(Flag.of(option) + ": " + complaint);
        this.option = option;
        this.complaint = complaint;
    }

    /** The option's name, with underscores. */
    String option() {
        return option;
    }

    /** This complaint under another name of the option. */
    InvalidOption named(String name) {
        return new InvalidOption(name, complaint);
    }

    /** The sentence for the error column of a batch, {@code name must be range, was value}. */
    public String sentence() {
        return complaint.startsWith("must ") ? option + " " + complaint : complaint;
    }
}
