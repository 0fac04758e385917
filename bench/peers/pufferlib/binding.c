/* What Ocean's binding wants to know of a game, and one function more: to choose, for all tables, uniformly among the legal actions. */
#include "leduc.h"

#define Env Leduc
#define MY_METHODS {"vec_choose", vec_choose, METH_VARARGS, "Fill the actions, uniformly among those that the masks allow"}

typedef struct _object PyObject;
static PyObject *vec_choose(PyObject *self, PyObject *args);
#include <env_binding.h>

static int my_init(Env *env, PyObject *args, PyObject *kwargs) {
    seed_chance(&env->chance, (uint32_t)unpack(kwargs, "seed"));
    return 0;
}

static int my_log(PyObject *dict, Log *log) {
    assign_to_dict(dict, "perf", log->perf);
    assign_to_dict(dict, "score", log->score);
    assign_to_dict(dict, "episode_return", log->episode_return);
    assign_to_dict(dict, "episode_length", log->episode_length);
    return 0;
}

static PyObject *vec_choose(PyObject *self, PyObject *args) {
    static uint32_t chance = 0x2545F491u;
    VecEnv *vec = unpack_vecenv(args);
    if (!vec) return NULL;
    for (int i = 0; i < vec->num_envs; i++) {
        const int *mask = vec->envs[i]->observations + MASK;
        int k = below(&chance, mask[FOLD] + mask[CALL] + mask[RAISE]);
        *vec->envs[i]->actions = (k >= mask[FOLD]) + (k >= mask[FOLD] + mask[CALL]);
    }
    Py_RETURN_NONE;
}
