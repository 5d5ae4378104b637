module lplab

go 1.26.8

require (
	github.com/maxence-charriere/go-app/v9 v9.8.0 // indirect
	gonum.org/v1/gonum v0.17.0 // indirect
)
