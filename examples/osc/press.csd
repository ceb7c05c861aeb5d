<CsoundSynthesizer>
<CsOptions>
-odac -d
</CsOptions>
<CsInstruments>
; Receives `libpress bridge osc` with bridge.name = pad: a tone whose loudness is the pressure.
sr = 44100
ksmps = 64
nchnls = 2
0dbfs = 1
giPort OSCinit 9000
gkPressure init 0

instr 1
  kTime init 0
  kContact init 0
  kTarget init 0
  kX init 0
  kY init 0
  kForce init 0
  kPressure init 0
  SReason init ""
again:
  kMoved OSClisten giPort, "/libpress/pad/contact_moved", "iiiffff", kTime, kContact, kTarget, kX, kY, kForce, kPressure
  if kMoved == 1 then
    printks "force %f pressure %f\n", 0, kForce, kPressure
    gkPressure = kPressure
    kgoto again
  endif
  kEnded OSClisten giPort, "/libpress/pad/contact_ended", "iiiffffs", kTime, kContact, kTarget, kX, kY, kForce, kPressure, SReason
  if kEnded == 1 then
    printks "contact_ended\n", 0
    gkPressure = 0
    kgoto again
  endif
  aTone oscili port(gkPressure, 0.02) * 0.3, 220
  outs aTone, aTone
endin
</CsInstruments>
<CsScore>
i 1 0 3600
</CsScore>
</CsoundSynthesizer>
