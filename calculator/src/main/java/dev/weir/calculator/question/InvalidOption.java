package dev.weir.calculator.question;

/** An option that is missing or has a value that no calculation takes. The message is what the command line prints. */
public final class InvalidOption extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String option;
    private final String complaint;

    /**
     * An invalid option.
     *
     * @param option the option's name, with underscores
     * @param complaint {@code must be range, was value}, about the option's value; or a whole sentence about a part of
     *     it
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

    /** This refusal of the option under another of its names. */
    InvalidOption named(String name) {
        return new InvalidOption(name, complaint);
    }

    /** {@code name must be range, was value}: the error column of a batch. */
    public String sentence() {
        return complaint.startsWith("must ") ? option + " " + complaint : complaint;
    }
}
