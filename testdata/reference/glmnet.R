# Reference values of glmnet, for core/solvers/linear: Rscript glmnet.R > glmnet.json
#
# glmnet minimises 1/(2n) ||y - Xb - c||^2 + l (alpha ||b||_1 + (1 - alpha)/2 ||b||_2^2),
# so lambda = n l. It divides y and l by the standard deviation of y (with 1/n), or without
# a constant by its root mean square. This changes the solution if alpha < 1. The values of
# y here have mean 0 and standard deviation 1, so the division changes nothing.
suppressMessages(library(glmnet))

unit <- function(y) (y - mean(y)) / sqrt(mean((y - mean(y))^2))
prostate <- read.csv("../../core/data/sample/prostate.csv")
set.seed(3)
n <- 25
wide <- matrix(round(rnorm(n * 60), 4), n, 60)
sets <- list(
  prostate = list(x = scale(as.matrix(prostate[, 1:8])) + 0.5, y = unit(prostate$lpsa)),
  wide = list(x = wide, y = unit(wide[, 1] - 2 * wide[, 2] + wide[, 3] / 2 + rnorm(n)))
)

num <- function(v) paste0("[", paste(sprintf("%.17g", v), collapse = ","), "]")
texts <- c()
for (name in names(sets)) {
  x <- sets[[name]]$x
  y <- sets[[name]]$y
  cases <- c()
  for (alpha in c(1, 0.7, 0.2, 0)) {
    for (intercept in c(TRUE, FALSE)) {
      l <- c(0.8, 0.3, 0.1, 0.02) * max(abs(t(x) %*% y)) / nrow(x)
      fit <- glmnet(x, y, alpha = alpha, lambda = l, standardize = FALSE, intercept = intercept,
                    thresh = 1e-22, maxit = 1e8)
      for (k in seq_along(l)) {
        cases <- c(cases, sprintf('{"ratio":%g,"intercept":%s,"lambda":%.17g,"coefficients":%s,"constant":%.17g}',
          alpha, tolower(intercept), nrow(x) * l[k], num(as.vector(fit$beta[, k])), fit$a0[[k]]))
      }
    }
  }
  texts <- c(texts, sprintf('{"name":"%s","n":%d,"d":%d,"rows":%s,"y":%s,"cases":[\n%s]}', name, nrow(x), ncol(x),
    num(as.vector(t(x))), num(y), paste(cases, collapse = ",\n")))
}
cat(sprintf('{"glmnet":"%s","sets":[\n%s]}\n', packageVersion("glmnet"), paste(texts, collapse = ",\n")))
