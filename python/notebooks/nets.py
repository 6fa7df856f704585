"""A small network of two layers with a policy and a value, in torch where it is installed and in NumPy elsewhere."""

import numpy as np

try:
    import torch
except ImportError:
    torch = None


def softmax(logits, masks):
    """Probabilities of the legal actions."""
    logits = np.where(masks, logits, -1e9)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


class NumpyNet:
    """The network and its gradient by hand; Adam does the steps."""

    def __init__(self, inputs, actions, width=128, rate=1e-3, seed=0):
        random = np.random.default_rng(seed)
        shapes = {"a": (inputs, width), "b": (width,), "c": (width, width), "d": (width,), "e": (width, actions + 1)}
        self.weights = {
            name: (random.normal(0, (2 / shape[0]) ** 0.5, shape) if len(shape) > 1 else np.zeros(shape)).astype(np.float32)
            for name, shape in shapes.items()
        }
        self.weights["e"] *= 0.1
        self.moments = {name: [np.zeros_like(w), np.zeros_like(w)] for name, w in self.weights.items()}
        self.rate, self.steps = rate, 0

    def _forward(self, observations):
        w, x = self.weights, observations.reshape(len(observations), -1)
        h = np.maximum(x @ w["a"] + w["b"], 0)
        g = np.maximum(h @ w["c"] + w["d"], 0)
        out = g @ w["e"]
        return x, h, g, out[:, :-1], np.tanh(out[:, -1])

    def judge(self, observations):
        """Values and logits, as float32."""
        *_, logits, values = self._forward(observations)
        return values.astype(np.float32), np.ascontiguousarray(logits, np.float32)

    def learn(self, observations, masks, actions, results, entropy):
        """One step towards actions that did better than expected, and towards the results."""
        x, h, g, logits, values = self._forward(observations)
        chances = softmax(logits, masks)
        gain = results - values
        count = len(x)
        chosen = np.zeros_like(chances)
        chosen[np.arange(count), actions] = 1
        surprise = np.log(chances + 1e-9)
        spread = -(chances * surprise).sum(axis=1, keepdims=True)
        d_logits = (chances - chosen) * gain[:, None] + entropy * chances * (surprise + spread)
        d_value = (values - results) * (1 - values**2)
        d_out = np.concatenate([d_logits, d_value[:, None]], axis=1).astype(np.float32) / count
        w, slopes = self.weights, {}
        slopes["e"] = g.T @ d_out
        d_g = (d_out @ w["e"].T) * (g > 0)
        slopes["c"], slopes["d"] = h.T @ d_g, d_g.sum(axis=0)
        d_h = (d_g @ w["c"].T) * (h > 0)
        slopes["a"], slopes["b"] = x.T @ d_h, d_h.sum(axis=0)
        self.steps += 1
        for name, slope in slopes.items():
            mean, square = self.moments[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            step = mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
            w[name] -= self.rate * step
        return float((gain**2).mean())


if torch is not None:

    class TorchNet(torch.nn.Module):
        """The same in torch, on a graphics card if there is one."""

        def __init__(self, inputs, actions, width=128, rate=1e-3, seed=0):
            super().__init__()
            torch.manual_seed(seed)
            self.device = "cuda" if torch.cuda.is_available() else "cpu"
            self.body = torch.nn.Sequential(
                torch.nn.Flatten(), torch.nn.Linear(inputs, width), torch.nn.ReLU(), torch.nn.Linear(width, width), torch.nn.ReLU()
            )
            self.head = torch.nn.Linear(width, actions + 1)
            torch.nn.init.normal_(self.head.weight, 0, 0.01)
            self.to(self.device)
            self.adam = torch.optim.Adam(self.parameters(), rate)

        def forward(self, observations):
            out = self.head(self.body(observations))
            return out[:, :-1], torch.tanh(out[:, -1])

        def judge(self, observations):
            """Values and logits, as float32."""
            with torch.no_grad():
                logits, values = self(torch.from_numpy(observations).to(self.device))
            return values.cpu().numpy(), logits.contiguous().cpu().numpy()

        def learn(self, observations, masks, actions, results, entropy):
            """One step towards actions that did better than expected, and towards the results."""
            move = lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(self.device)  # noqa: E731
            logits, values = self(move(observations))
            results = move(results.astype(np.float32))
            chances = torch.distributions.Categorical(logits=logits.masked_fill(~move(masks), -1e9))
            gain = (results - values).detach()
            policy = -(gain * chances.log_prob(move(actions))).mean() - entropy * chances.entropy().mean()
            loss = policy + 0.5 * ((results - values) ** 2).mean()
            self.adam.zero_grad()
            loss.backward()
            self.adam.step()
            return float((gain**2).mean())


Net = NumpyNet if torch is None else TorchNet
