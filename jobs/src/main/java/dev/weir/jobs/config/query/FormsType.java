package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Type;
import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Problems;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The type of a value that has one of several forms. The reader of the field finds out which one, and then reads the
 * field as a value of that form.
 *
 * @param forms the types of the forms, at least two
 */
record FormsType(List<Type<?>> forms) implements Type<Item> {

    static FormsType of(Type<?>... forms) {
        return new FormsType(List.of(forms));
    }

    @Override
    public Optional<Item> read(Item value, String path, Problems problems) {
        return Optional.of(value);
    }

    @Override
    public Map<String, Object> schema() {
        return Map.of("anyOf", forms.stream().map(Type::schema).toList());
    }
}
