package dev.weir.calculator.question;

/** An option that is missing or has a value that no calculation takes. The message is what the command line prints. */
final class InvalidOption extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String sentence;

    /**
     * An invalid option.
     *
     * @param option the option's name, with underscores
     * @param complaint {@code must be range, was value}, about the option's value; or a whole sentence about a part of
     *     it
     */
    InvalidOption(String option, String complaint) {
        super("--" + option.replace('_', '-') + ": " + complaint);
        this.sentence = complaint.startsWith("must ") ? option + " " + complaint : complaint;
    }

    static InvalidOption missing(String option) {
        return new InvalidOption(option, "must be given");
    }

    /** {@code name must be range, was value}: the error column of a batch. */
    String sentence() {
        return sentence;
    }
}
