/* Grows a cascade network with FANN and prints what it took, as one line of JSON.
 *
 *     cascade TRAIN TEST UNITS EPOCHS COPIES
 *
 * TRAIN and TEST are files in FANN's own format. Every phase of training takes exactly EPOCHS epochs. Candidates are those of
 * Agon's default pool: tanh, gaussian, sine and elliot, four steepnesses, COPIES of each.
 */
#include <fann.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The mean squared error; FANN's own halves the errors of symmetric outputs. */
static double error(struct fann *ann, struct fann_train_data *data)
{
    double sum = 0.0;
    for (unsigned int i = 0; i < fann_length_train_data(data); i++) {
        double left = data->output[i][0] - fann_run(ann, data->input[i])[0];
        sum += left * left;
    }
    return sum / fann_length_train_data(data);
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: cascade TRAIN TEST UNITS EPOCHS COPIES\n");
        return 2;
    }
    struct fann_train_data *train = fann_read_train_from_file(argv[1]);
    struct fann_train_data *test = fann_read_train_from_file(argv[2]);
    if (!train || !test)
        return 2;
    unsigned int units = (unsigned int)atoi(argv[3]), epochs = (unsigned int)atoi(argv[4]);
    enum fann_activationfunc_enum functions[] = { FANN_SIGMOID_SYMMETRIC, FANN_GAUSSIAN, FANN_SIN_SYMMETRIC,
                                                  FANN_ELLIOT_SYMMETRIC };
    fann_type steepnesses[] = { 0.25, 0.5, 0.75, 1.0 };

    struct fann *ann = fann_create_shortcut(2, fann_num_input_train_data(train), 1);
    fann_set_training_algorithm(ann, FANN_TRAIN_RPROP);
    fann_set_train_error_function(ann, FANN_ERRORFUNC_LINEAR);
    fann_set_activation_function_output(ann, FANN_SIGMOID_SYMMETRIC);
    fann_set_activation_steepness_output(ann, 1.0);
    fann_set_cascade_activation_functions(ann, functions, 4);
    fann_set_cascade_activation_steepnesses(ann, steepnesses, 4);
    fann_set_cascade_num_candidate_groups(ann, (unsigned int)atoi(argv[5]));
    fann_set_cascade_max_out_epochs(ann, epochs);
    fann_set_cascade_min_out_epochs(ann, epochs);
    fann_set_cascade_max_cand_epochs(ann, epochs);
    fann_set_cascade_min_cand_epochs(ann, epochs);

    clock_t start = clock();
    fann_cascadetrain_on_data(ann, train, units, 0, 0.0f);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("{\"seconds\": %.6f, \"train\": %.6f, \"test\": %.6f}\n", seconds, error(ann, train), error(ann, test));
    return 0;
}
