package page

// effect is a call of JavaScript, such as to start an inspection or a run.
type effect struct {
	Do   action
	ID   int
	Text string // a text, or a value as JSON
}

// action is the name of a method of `page` in web/page.js. The type check compares the methods with these names.
type action string

const (
	actionAddress     action = "address"
	actionCancel      action = "cancel"
	actionChanged     action = "changed"
	actionClear       action = "clear"
	actionClearPast   action = "clearPast"
	actionCompare     action = "compare"
	actionDiscard     action = "discard"
	actionExport      action = "export"
	actionFindFile    action = "findFile"
	actionFollow      action = "follow"
	actionForgetPast  action = "forgetPast"
	actionGuide       action = "guide"
	actionHold        action = "hold"
	actionInspect     action = "inspect"
	actionLimit       action = "limit"
	actionList        action = "list"
	actionMistake     action = "mistake"
	actionOfClass     action = "ofClass"
	actionPhase       action = "phase"
	actionPresent     action = "present"
	actionRemember    action = "remember"
	actionRestore     action = "restore"
	actionReveal      action = "reveal"
	actionRun         action = "run"
	actionSave        action = "save"
	actionSavePast    action = "savePast"
	actionShare       action = "share"
	actionShow        action = "show"
	actionSlidAgain   action = "slidAgain"
	actionStopReading action = "stopReading"
	actionToPane      action = "toPane"
	actionTrial       action = "trial"
	actionUpdate      action = "update"
)
