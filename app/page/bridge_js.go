//go:build wasm

package page

import "syscall/js"

// script is the bridge to web/page.js.
type script struct{ emit js.Func }

var _ bridge = (*script)(nil)

func newBridge() bridge { return &script{} }

func (b *script) opening() *result {
	page := js.Global().Get("lplabPage")
	if !page.Truthy() || !page.Get("opening").Truthy() {
		return nil
	}
	return readOpened(page.Get("opening").String())
}

func (b *script) attach(emit func(kind string, id int, text string)) bool {
	b.emit = js.FuncOf(func(_ js.Value, args []js.Value) any {
		emit(args[0].String(), args[1].Int(), args[2].String())
		return nil
	})
	ahead, there := b.call("attach", b.emit)
	if !there { // go-app's script waits for the modules of the document: it will not be loaded later
		emit("failed", 0, "The page's script did not load; reload the page")
	}
	return ahead.Truthy()
}

// call calls a method of page.js, and reports whether page.js is loaded.
func (b *script) call(method string, args ...any) (js.Value, bool) {
	page := js.Global().Get("lplabPage")
	if !page.Truthy() {
		return js.Undefined(), false
	}
	return page.Call(method, args...), true
}

func (b *script) do(e effect) { b.call(string(e.Do), e.ID, e.Text) }
